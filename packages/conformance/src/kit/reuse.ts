import type { RunnerConnection } from "../suites/runner/session.js";

/** Opens links, and ends those that are still kept when nobody wants another. */
export interface ReusedLinks extends AsyncDisposable {
  connect(): Promise<RunnerConnection>;
}

/**
 * Lets a link carry one session after the other, for runners that promise as much: the
 * specification does not ask it of them, but it saves a process a case. A link is kept only when
 * its session came to its end; a message that comes later is blamed on the session after it.
 */
export function reuseLinks(open: () => RunnerConnection | Promise<RunnerConnection>): ReusedLinks {
  const idle: KeptLink[] = [];
  return {
    async connect() {
      const link = idle.pop() ?? new KeptLink(await open(), (kept) => idle.push(kept));
      return link.session();
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(idle.splice(0).map((link) => link.end()));
    },
  };
}

class KeptLink {
  readonly #connection: RunnerConnection;
  readonly #keep: (link: KeptLink) => void;
  #open = 0;
  #hear: (frame: string) => void = () => {};
  #sayClosed: (why: string) => void = () => {};
  #gone = false;

  constructor(connection: RunnerConnection, keep: (link: KeptLink) => void) {
    this.#connection = connection;
    this.#keep = keep;
    connection.onFrame((frame) => {
      if (isOfType(frame, "done")) this.#open--;
      this.#hear(frame);
    });
    connection.onClose((why) => {
      this.#gone = true;
      this.#sayClosed(why);
    });
  }

  end(): void | Promise<void> {
    return this.#connection.close();
  }

  session(): RunnerConnection {
    return {
      send: (frame) => {
        if (isOfType(frame, "execute")) this.#open++;
        this.#connection.send(frame);
      },
      onFrame: (handler) => {
        this.#hear = handler;
      },
      onClose: (handler) => {
        this.#sayClosed = handler;
      },
      close: async () => {
        this.#hear = () => {};
        this.#sayClosed = () => {};
        if (this.#gone || this.#open !== 0) await this.end();
        else this.#keep(this);
      },
      cut: (ms) => {
        this.#gone = true;
        return this.#connection.cut(ms);
      },
    };
  }
}

function isOfType(frame: string, type: string): boolean {
  try {
    return Reflect.get(Object(JSON.parse(frame)), "type") === type;
  } catch {
    return false;
  }
}
