/** Of a server over HTTP, a single message above this is refused while it comes in. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * `fetch`, with a bound on what is read: a hostile server may send without end, and whoever waits for
 * the end of a body or of an event holds all of it in memory until then.
 */
export async function boundedFetch(
  input: string | URL,
  init?: RequestInit,
  maxBytes = MAX_MESSAGE_BYTES,
): Promise<Response> {
  const response = await fetch(input, init);
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  const isStream = headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  const bounded = body.pipeThrough(boundMessages(isStream, maxBytes));
  return new Response(bounded, { status, statusText, headers });
}

/** A body is one message; in a stream of events each is one, and ends with an empty line. */
function boundMessages(
  isStream: boolean,
  maxBytes: number,
): TransformStream<Uint8Array, Uint8Array> {
  let held = 0;
  let isLineEmpty = false;
  return new TransformStream({
    transform(chunk, controller) {
      held += chunk.length;
      if (isStream) {
        for (const [index, byte] of chunk.entries()) {
          if (byte === CARRIAGE_RETURN) continue;
          if (byte === LINE_FEED && isLineEmpty) held = chunk.length - index - 1;
          isLineEmpty = byte === LINE_FEED;
        }
      }
      if (held > maxBytes) {
        controller.error(new TypeError(`it sent a message of more than ${maxBytes} bytes`));
      } else controller.enqueue(chunk);
    },
  });
}
