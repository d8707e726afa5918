import { messageOf } from "@execbox/core";
import type { Link } from "@execbox/placement";
import {
  type DispatcherMessage,
  FrameError,
  KeptCatalogues,
  type PlacementFacts,
  RunnerOutOfMemory,
} from "@execbox/protocol";

/** Who has borrowed a link. */
export interface LinkHolder {
  /** Something the engine's side said; it may be anything. */
  fromLink(message: unknown): void;
  /** The link is of no more use. */
  linkLost(code: "internal_error" | "memory_limit", reason: string): void;
}

/** A ready engine that is lent to one execution after the other. */
export class RelayLink {
  readonly facts: PlacementFacts;
  /** Catalogues the engine's side holds, under digests that this runner made. */
  readonly catalogues = new KeptCatalogues<true>();
  readonly #link: Link;
  readonly #onLost: (reason: string) => void;
  #holder: LinkHolder | undefined;
  #usable = true;
  #served = false;

  constructor(link: Link, onLost: (reason: string) => void) {
    this.#link = link;
    this.facts = link.facts;
    this.#onLost = onLost;
    const { transport } = link;
    transport.onMessage((message) => this.#receive(message));
    transport.onClose(() => this.#lose("the engine's thread or process ended"));
    transport.onError((error) =>
      this.#lose(
        messageOf(error),
        error instanceof RunnerOutOfMemory ? "memory_limit" : "internal_error",
      ),
    );
  }

  /** Whether another execution may follow. */
  get usable(): boolean {
    return this.#usable && this.#holder === undefined;
  }

  /** Whether it broke before it served anybody. */
  get stillborn(): boolean {
    return !this.#usable && !this.#served;
  }

  /** Gives what the engine says to `holder` until the link is let go. */
  lendTo(holder: LinkHolder): void {
    this.#holder = holder;
  }

  /** Ends a loan. */
  letGo(): void {
    this.#holder = undefined;
    this.holdBack(false);
  }

  /** Makes the guest stand still before its next word, where the placement can do that. */
  holdBack(held: boolean): void {
    this.#link.transport.holdBack?.(held);
  }

  /** Hands a message to the engine. Throws a `FrameError`; for anything else the link is lost. */
  send(message: DispatcherMessage): void {
    try {
      this.#link.transport.send(message);
    } catch (error) {
      // Nothing is wrong with the link; the message itself is too much for it.
      if (error instanceof FrameError) throw error;
      this.#lose(messageOf(error));
    }
  }

  /** Ends the engine's thread or process at once. */
  async terminate(): Promise<void> {
    this.#usable = false;
    await this.#link.transport.terminate();
  }

  #receive(message: unknown): void {
    this.#served = true;
    if (this.#holder !== undefined) this.#holder.fromLink(message);
    else this.#lose("the engine's side spoke while nothing ran");
  }

  #lose(reason: string, code: "internal_error" | "memory_limit" = "internal_error"): void {
    if (!this.#usable) return;
    this.#usable = false;
    this.#onLost(reason);
    this.#holder?.linkLost(code, reason);
    // Rejects when it is gone already, which is what is wanted.
    Promise.resolve(this.#link.transport.terminate()).catch(() => {});
  }
}
