import type { PlacementFacts } from "./facts.js";
import type { HostSession } from "./host-session.js";
import type { SessionSource } from "./session-executor.js";

/** A source of sessions whose code is loaded when the first session is wanted. */
export class LazySessions implements SessionSource {
  readonly #load: () => Promise<SessionSource>;
  #loading: Promise<SessionSource> | undefined;
  #source: SessionSource | undefined;

  constructor(load: () => Promise<SessionSource>) {
    this.#load = load;
  }

  take(): HostSession | undefined {
    return this.#source?.take();
  }

  async acquire(signal: AbortSignal): Promise<HostSession> {
    return (await this.#ensure()).acquire(signal);
  }

  release(session: HostSession): void {
    this.#source?.release(session);
  }

  async prewarm(): Promise<void> {
    await (await this.#ensure()).prewarm();
  }

  async dispose(): Promise<void> {
    if (this.#loading === undefined) return;
    await (await this.#loading).dispose();
  }

  async facts(): Promise<PlacementFacts> {
    return (await this.#ensure()).facts();
  }

  async #ensure(): Promise<SessionSource> {
    this.#loading ??= this.#load();
    try {
      this.#source = await this.#loading;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
    return this.#source;
  }
}
