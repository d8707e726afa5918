/** The version our clients and servers announce. */
export const VERSION = "0.1.0";
