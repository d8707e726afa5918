import { Host, Now } from "../src/bridge.ts";
import { askHost } from "./host.ts";
import { define, PLAIN, PromiseCtor, shield, sliceString, textIndexOf } from "./primordials.ts";
import { await_, failCall, nextCallNumber } from "./tools.ts";
import { decodeValue, encodeValue } from "./values/index.ts";

/**
 * The host's functions as a module sees them. A call stands still until the host has answered:
 * with a value, which is returned; with an error, which is thrown; or with `pending`, and then
 * the guest gets a promise.
 */
export function makeFunction(id: number): (...args: unknown[]) => unknown {
  return (...args) => callHost(id, args);
}

/** A promise of the host's: the same as a call that is answered with `pending`. */
export function makePromise(id: number): Promise<unknown> {
  let answer: unknown;
  try {
    answer = callHost(id, []);
  } catch (thrown) {
    return shield(new PromiseCtor((_resolve, reject) => reject(thrown)));
  }
  return shield(new PromiseCtor((resolve) => resolve(answer)));
}

/** Decodes a value of the host's, with its functions and promises. */
export function decodeFromHost(text: string, buffers: ArrayBuffer[]): unknown {
  return decodeValue(text, buffers, { makeFunction, makePromise });
}

/** `text` and `buffers` as trailing arguments of a message to the host. */
export function withBuffers(head: unknown[], text: string, buffers: ArrayBuffer[]): unknown[] {
  const length = head.length;
  define(head, length, text, PLAIN);
  for (let index = 0; index < buffers.length; index++) {
    define(head, length + 1 + index, buffers[index], PLAIN);
  }
  return head;
}

function callHost(id: number, args: unknown[]): unknown {
  const { text, blobs } = encodeValue(args, { root: "args" });
  const call = nextCallNumber();
  const answer = askHost(withBuffers([Host.CallNow, call, id], text, blobs)) as [
    number,
    string,
    ...ArrayBuffer[],
  ];
  switch (answer[0]) {
    case Now.Value:
      return decodeFromHost(answer[1], buffersOf(answer));
    case Now.Failure: {
      const space = textIndexOf(answer[1], " ", 0);
      throw failCall(call, sliceString(answer[1], 0, space), sliceString(answer[1], space + 1));
    }
    case Now.Pending:
      return await_(call);
    default:
      return undefined;
  }
}

function buffersOf(answer: [number, string, ...ArrayBuffer[]]): ArrayBuffer[] {
  const buffers: ArrayBuffer[] = [];
  for (let index = 2; index < answer.length; index++) {
    define(buffers, index - 2, answer[index], PLAIN);
  }
  return buffers;
}
