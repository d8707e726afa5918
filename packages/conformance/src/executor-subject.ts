import type {
  ExecuteResult,
  ExecutionOptions,
  Executor,
  ExecutorRuntimeOptions,
  ResolvedToolProvider,
} from "@execbox/core";
import { assertEnvelope } from "./assertions.js";
import type { Facts, Subject } from "./verify.js";

/** How the contract suite makes the executors it tests. */
export interface ExecutorFactory {
  readonly name: string;
  /** The suite disposes what this returns. */
  create(options?: ExecutorRuntimeOptions): Executor | Promise<Executor>;
  readonly facts?: Facts;
}

/** Runs code as an executor does; every result's envelope has been checked. */
export type Execute = (
  code: string,
  providers?: readonly ResolvedToolProvider[],
  options?: ExecutionOptions,
) => Promise<ExecuteResult>;

/** What a case of the contract suite works with. */
export interface ExecuteContext {
  /** Runs on the one executor that all cases share, so that a broken one is noticed by the next. */
  readonly execute: Execute;
  /** The shared executor as it is, for cases that hand it what the types forbid. */
  readonly executor: Executor;
  /** Makes another executor as it is. */
  createExecutor(options?: ExecutorRuntimeOptions): Promise<Executor>;
  /** Makes another executor with limits of its own. */
  create(options?: ExecutorRuntimeOptions): Promise<Execute>;
}

/** Makes a factory a subject for the contract suite. */
export function executorSubject(factory: ExecutorFactory): Subject<ExecuteContext> {
  return {
    name: factory.name,
    facts: factory.facts ?? {},
    async open() {
      const made: Executor[] = [];
      const make = async (options?: ExecutorRuntimeOptions): Promise<Executor> => {
        const executor = await factory.create(options);
        made.push(executor);
        return executor;
      };
      const executor = await make();
      return {
        context: {
          executor,
          execute: checked(executor),
          createExecutor: make,
          create: async (options) => checked(await make(options)),
        },
        async close() {
          await Promise.all(made.map((each) => each.dispose?.()));
        },
      };
    },
  };
}

function checked(executor: Executor): Execute {
  return async (code, providers, options) => {
    const result = await executor.execute(code, providers, options);
    assertEnvelope(result);
    return result;
  };
}
