/** What a pool needs to know of the things in it. */
export interface PoolDriver<T> {
  create(): Promise<T>;
  destroy(thing: T): void | Promise<void>;
  /** Whether the thing can serve again. */
  isUsable(thing: T): boolean;
  /** Whether the thing broke before it ever served: the next one may do the same. */
  isStillborn(thing: T): boolean;
}

/** How large a pool may be. */
export interface PoolOptions {
  /** How many things may exist at once. */
  maxSize: number;
  /** How many are kept even when nobody has used them for long. */
  minSize: number;
  /** How long a thing beyond `minSize` waits for work before it is ended. */
  idleTimeoutMs: number;
  /** How many may be in the making at once: more only take the processor from one another. */
  maxStarting?: number;
}

interface Waiter<T> {
  resolve(thing: T): void;
  reject(error: Error): void;
}

const FIRST_DELAY_MS = 50;
const MAX_FAILURES = 5;

/**
 * Lends out things that are made asynchronously and may break. First come, first served; a
 * thing that keeps failing to start is tried again after growing pauses, then reported.
 */
export class Pool<T> {
  readonly #driver: PoolDriver<T>;
  readonly #options: PoolOptions;
  readonly #idle: { thing: T; since: number }[] = [];
  readonly #waiters: Waiter<T>[] = [];
  readonly #lent = new Set<T>();
  #creating = 0;
  #failures = 0;
  #sweeper: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #disposed = false;

  constructor(driver: PoolDriver<T>, options: PoolOptions) {
    this.#driver = driver;
    this.#options = options;
  }

  /** How many things exist or are being made. */
  get size(): number {
    return this.#idle.length + this.#lent.size + this.#creating;
  }

  /** Lends a thing that is idle, if there is one and nobody waits for it. */
  take(): T | undefined {
    return this.#disposed || this.#waiters.length > 0 ? undefined : this.#takeIdle();
  }

  /** Lends a thing: at once when one is idle, else in turn. */
  async acquire(signal?: AbortSignal): Promise<T> {
    if (this.#disposed) throw new Error("the pool is disposed");
    if (signal?.aborted) throw new Error("aborted before waiting");
    return this.take() ?? (await this.#wait(signal));
  }

  /** Takes a thing back. */
  release(thing: T): void {
    if (!this.#lent.delete(thing)) return;
    if (this.#disposed || !this.#driver.isUsable(thing)) {
      if (this.#driver.isStillborn(thing)) this.#failures++;
      void this.#driver.destroy(thing);
    } else {
      this.#failures = 0;
      this.#offer(thing);
    }
    this.#fill();
  }

  /** Makes `count` things ready, at most `maxSize`. */
  async prewarm(count = Math.max(1, this.#options.minSize)): Promise<void> {
    const wanted = Math.min(count, this.#options.maxSize);
    const taken = await Promise.all(Array.from({ length: wanted }, () => this.acquire()));
    for (const thing of taken) this.release(thing);
  }

  /** Ends everything. What is lent out is ended too: its borrowers find it broken. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    clearTimeout(this.#sweeper);
    clearTimeout(this.#retry);
    this.#failWaiters(new Error("the pool was disposed while this run waited"));
    const things = [...this.#idle.splice(0).map(({ thing }) => thing), ...this.#lent];
    this.#lent.clear();
    await Promise.all(things.map((thing) => this.#driver.destroy(thing)));
  }

  async #wait(signal: AbortSignal | undefined): Promise<T> {
    let abort = () => {};
    const turn = new Promise<T>((resolve, reject) => {
      const waiter: Waiter<T> = { resolve, reject };
      abort = () => {
        const at = this.#waiters.indexOf(waiter);
        if (at < 0) return;
        this.#waiters.splice(at, 1);
        reject(new Error("aborted while waiting"));
      };
      this.#waiters.push(waiter);
    });
    signal?.addEventListener("abort", abort, { once: true });
    this.#fill();
    try {
      return await turn;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Starts as many things as somebody waits for, within the limits. */
  #fill(): void {
    if (this.#disposed || this.#retry !== undefined) return;
    const { maxSize, minSize, maxStarting = Number.POSITIVE_INFINITY } = this.#options;
    const wanted = Math.max(this.#waiters.length - this.#creating, minSize - this.size);
    const allowed = Math.min(wanted, maxSize - this.size, maxStarting - this.#creating);
    if (allowed <= 0) return;
    if (this.#failures > 0) {
      this.#retryLater();
      return;
    }
    for (let left = allowed; left > 0; left--) void this.#create();
  }

  #retryLater(): void {
    if (this.#failures >= MAX_FAILURES) {
      this.#failures = 0;
      this.#failWaiters(new Error("what runs the code broke every time it was started"));
      return;
    }
    const delay = FIRST_DELAY_MS * 2 ** (this.#failures - 1);
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      if (this.#waiters.length > 0 && this.size < this.#options.maxSize) void this.#create();
    }, delay);
  }

  async #create(): Promise<void> {
    this.#creating++;
    let thing: T;
    try {
      thing = await this.#driver.create();
    } catch (error) {
      this.#creating--;
      this.#failed(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    this.#creating--;
    if (this.#disposed) {
      await this.#driver.destroy(thing);
      return;
    }
    this.#offer(thing);
    this.#fill();
  }

  #failed(error: Error): void {
    this.#failures++;
    if (this.#failures >= MAX_FAILURES) {
      this.#failures = 0;
      this.#failWaiters(error);
    }
    this.#fill();
  }

  #failWaiters(error: Error): void {
    for (const waiter of this.#waiters.splice(0)) waiter.reject(error);
  }

  /** Gives a thing to whoever waited longest, or lets it wait for work. */
  #offer(thing: T): void {
    const waiter = this.#waiters.shift();
    if (waiter !== undefined) {
      this.#lent.add(thing);
      waiter.resolve(thing);
      return;
    }
    this.#idle.push({ thing, since: performance.now() });
    this.#sweepLater();
  }

  /** The thing used last: the rest may then be idle long enough to be ended. */
  #takeIdle(): T | undefined {
    for (;;) {
      const entry = this.#idle.pop();
      if (entry === undefined) return undefined;
      if (this.#driver.isUsable(entry.thing)) {
        this.#lent.add(entry.thing);
        return entry.thing;
      }
      void this.#driver.destroy(entry.thing);
    }
  }

  #sweepLater(): void {
    const { idleTimeoutMs, minSize } = this.#options;
    if (this.#sweeper !== undefined || this.size <= minSize) return;
    if (!Number.isFinite(idleTimeoutMs)) return;
    this.#sweeper = setTimeout(() => {
      this.#sweeper = undefined;
      this.#sweep();
    }, idleTimeoutMs);
    this.#sweeper.unref?.();
  }

  #sweep(): void {
    const { idleTimeoutMs, minSize } = this.#options;
    const now = performance.now();
    // The oldest come first.
    while (this.size > minSize && this.#idle.length > 0) {
      const [oldest] = this.#idle;
      if (oldest === undefined || now - oldest.since < idleTimeoutMs) break;
      this.#idle.shift();
      void this.#driver.destroy(oldest.thing);
    }
    if (this.#idle.length > 0) this.#sweepLater();
  }
}
