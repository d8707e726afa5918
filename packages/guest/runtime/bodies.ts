/**
 * Modules that await something at the top level, in engines whose own way to do that is not safe to
 * stop: each is a body here, a function, which runs when the bodies that it needs have ended. The
 * order is ECMAScript's: bodies that need nothing begin as their modules are evaluated, others in
 * that same order when the last one they need has ended.
 */
import { record, shield } from "./primordials.ts";

interface Body {
  /** The place in the order in which modules are evaluated. */
  readonly order: number;
  readonly run: () => Promise<void> | undefined;
  /** Called with what was thrown, here or in a body that this one needs. */
  readonly fail: ((thrown: unknown) => void) | undefined;
  /** How many bodies it still needs. */
  needs: number;
  /** Who needs this one, by numbers from 0. */
  readonly needed: Record<number, Body | undefined>;
  neededBy: number;
  state: "waits" | "ended" | "failed";
  thrown: unknown;
}

const bodies = record<Body>();
let count = 0;

/**
 * Takes the body of the module with that number; it runs now, or when `needs` have ended. What has
 * failed by then is thrown: the engine is evaluating the module, and goes no further.
 */
export function runBody(
  number: number,
  needs: readonly number[],
  run: () => Promise<void> | undefined,
): void {
  const body = addBody(needs, run, undefined);
  bodies[number] = body;
  if (body.state === "failed") throw body.thrown;
}

/** Calls `then` when a body has ended, or `failed` when it has failed; now, if there is none. */
export function afterBody(
  number: number,
  then: () => undefined,
  failed: (thrown: unknown) => void,
): void {
  addBody([number], then, failed);
}

function addBody(needs: readonly number[], run: Body["run"], fail: Body["fail"]): Body {
  const body: Body = {
    order: count++,
    run,
    fail,
    needs: 0,
    needed: record<Body>(),
    neededBy: 0,
    state: "waits",
    thrown: undefined,
  };
  for (let index = 0; index < needs.length; index++) {
    // One that is not there yet is further up in a circle of imports, and waits for this one.
    const other = bodies[needs[index] as number];
    if (other === undefined || other.state === "ended") continue;
    if (other.state === "failed") {
      endBadly(body, other.thrown);
      return body;
    }
    body.needs++;
    other.needed[other.neededBy++] = body;
  }
  if (body.needs === 0 && start(body)) release(body);
  return body;
}

/** Runs a body; true when it has ended already. */
function start(body: Body): boolean {
  try {
    const running = body.run();
    if (running !== undefined) {
      void follow(body, running);
      return false;
    }
  } catch (thrown) {
    endBadly(body, thrown);
    return false;
  }
  body.state = "ended";
  return true;
}

async function follow(body: Body, running: Promise<void>): Promise<void> {
  try {
    await shield(running);
  } catch (thrown) {
    endBadly(body, thrown);
    return;
  }
  body.state = "ended";
  release(body);
}

/** Runs what needed only this one, in the order of their evaluation, and so on. */
function release(ended: Body): void {
  let ready = takeReady(ended, undefined);
  while (ready !== undefined) {
    const { body } = ready;
    ready = ready.next;
    if (body.state === "waits" && start(body)) ready = takeReady(body, ready);
  }
}

interface Ready {
  readonly body: Body;
  next: Ready | undefined;
}

/** Adds to a list in order what has nothing left to wait for now that `ended` has ended. */
function takeReady(ended: Body, list: Ready | undefined): Ready | undefined {
  let first = list;
  for (let index = 0; index < ended.neededBy; index++) {
    const body = ended.needed[index] as Body;
    if (--body.needs > 0 || body.state !== "waits") continue;
    let before: Ready | undefined;
    let after = first;
    while (after !== undefined && after.body.order < body.order) {
      before = after;
      after = after.next;
    }
    const entry = { body, next: after };
    if (before === undefined) first = entry;
    else before.next = entry;
  }
  return first;
}

/** Fails a body and all that need it, however many: a chain of them is not climbed by calls. */
function endBadly(body: Body, thrown: unknown): void {
  let todo: Ready | undefined = { body, next: undefined };
  while (todo !== undefined) {
    const failed: Body = todo.body;
    todo = todo.next;
    if (failed.state !== "waits") continue;
    failed.state = "failed";
    failed.thrown = thrown;
    failed.fail?.(thrown);
    for (let index = 0; index < failed.neededBy; index++) {
      todo = { body: failed.needed[index] as Body, next: todo };
    }
  }
}
