import {
  type ExecuteErrorCode,
  isExecuteFailure,
  messageOf,
  type ResolvedToolProvider,
} from "@execbox/core";

/** One call of a tool, with its times in milliseconds since the run began. */
export interface RecordedCall {
  tool: string;
  startMs: number;
  /** Absent while the call is in flight. */
  endMs?: number;
  /** Characters of JSON; absent unless sizes were asked for. */
  inputChars?: number;
  outputChars?: number;
  error?: { code: ExecuteErrorCode; message: string };
}

/** Sees every call of a run's tools, without the tools or the guest noticing. */
export class CallRecorder {
  readonly calls: RecordedCall[] = [];
  readonly #measures: boolean;
  #startedAt = performance.now();

  /** `measures` also records sizes, which costs a second look at every value. */
  constructor(measures: boolean) {
    this.#measures = measures;
  }

  /** Begins the run's clock. */
  start(): void {
    this.#startedAt = performance.now();
  }

  /** Milliseconds since the run began. */
  get now(): number {
    return performance.now() - this.#startedAt;
  }

  /** The calls that have not come back yet. */
  get open(): RecordedCall[] {
    return this.calls.filter(({ endMs }) => endMs === undefined);
  }

  /** The same provider, seen. */
  watch(provider: ResolvedToolProvider): ResolvedToolProvider {
    const tools = Object.entries(provider.tools).map(([name, tool]) => {
      const label = `${provider.name}.${name}`;
      const execute: typeof tool.execute = (input, context) =>
        this.#record(label, input, () => tool.execute(input, context));
      return [name, { ...tool, execute }] as const;
    });
    const { name, originalToSafeName, safeToOriginalName } = provider;
    return {
      name,
      tools: Object.fromEntries(tools),
      get types() {
        return provider.types;
      },
      originalToSafeName,
      safeToOriginalName,
    };
  }

  async #record(tool: string, input: unknown, work: () => Promise<unknown>): Promise<unknown> {
    const call: RecordedCall = { tool, startMs: this.now };
    if (this.#measures) call.inputChars = sizeOf(input);
    this.calls.push(call);
    try {
      const output = await work();
      if (this.#measures) call.outputChars = sizeOf(output);
      return output;
    } catch (error) {
      const code = isExecuteFailure(error) ? error.code : "tool_error";
      call.error = { code, message: messageOf(error) };
      throw error;
    } finally {
      call.endMs = this.now;
    }
  }
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}
