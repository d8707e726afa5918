/** The longest time a timer can hold, in milliseconds; a longer one would go off at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
