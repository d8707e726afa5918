import { type ChildProcess, spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import {
  pipedChild,
  SANDBOX_SCRATCH,
  type Sandbox,
  type SandboxDriver,
  type SandboxExecOptions,
  type SandboxNeeds,
  type SandboxProcess,
  type SandboxSupport,
} from "@execbox/placement";

/**
 * Sandboxes on a machine that a shell leads to: `new ShellDriver(["ssh", "throwaway"])`. The
 * machine is the wall; a sandbox is a folder on it, which `/scratch` stands for.
 */
export class ShellDriver implements SandboxDriver {
  readonly name = "shell";
  readonly #reach: readonly string[];

  /** `reach` is a command that takes one more word: the script to run over there. */
  constructor(reach: readonly string[]) {
    this.#reach = reach;
  }

  async probe(): Promise<SandboxSupport> {
    const look = "for name in node setsid tar; do command -v $name || exit 1; done";
    const isReady = await this.#ask(look).then(
      () => true,
      () => false,
    );
    if (!isReady) return { ok: false, reason: "the machine needs node, setsid and tar" };
    // Honest: nothing but the machine itself holds a body, and handles will say so.
    return { ok: true, enforces: { memory: false, cpu: false, pids: false, network: false } };
  }

  async prepare(needs: SandboxNeeds): Promise<string> {
    const wanted = [...needs.native, ...needs.npm, ...needs.pip];
    throw new Error(`this machine is set up by hand; install ${wanted.join(", ")} there`);
  }

  async create(): Promise<Sandbox> {
    return { id: (await this.#ask("mktemp -d")).trim() };
  }

  exec(
    sandbox: Sandbox,
    command: readonly string[],
    { cwd = SANDBOX_SCRATCH }: SandboxExecOptions = {},
  ): SandboxProcess {
    const there = (path: string) => quote(path.replaceAll(SANDBOX_SCRATCH, sandbox.id));
    // A group of its own, whose number is kept: that is how all of it can be ended.
    const program = `echo $$ > ${quote(sandbox.id)}/.group; cd ${there(cwd)} && exec ${command.map(there).join(" ")}`;
    const child = this.#start(`exec setsid --wait sh -c ${quote(program)}`);
    return { ...pipedChild(child), kill: () => void this.#end(sandbox).catch(() => {}) };
  }

  async copy(sandbox: Sandbox, from: string, to: string): Promise<void> {
    const target = quote(to.replace(SANDBOX_SCRATCH, sandbox.id));
    const pack = spawn("tar", ["-cf", "-", "-C", from, "."], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const unpack = this.#start(`mkdir -p ${target} && tar -xf - -C ${target}`);
    if (unpack.stdin !== null) pack.stdout.pipe(unpack.stdin);
    await finished(unpack);
  }

  async dispose(sandbox: Sandbox): Promise<void> {
    await this.#end(sandbox);
    await this.#ask(`rm -rf ${quote(sandbox.id)}`);
  }

  async #end({ id }: Sandbox): Promise<void> {
    await this.#ask(`kill -9 "-$(cat ${quote(id)}/.group)" 2>/dev/null || true`);
  }

  async #ask(script: string): Promise<string> {
    const child = this.#start(script);
    const [said] = await Promise.all([child.stdout && text(child.stdout), finished(child)]);
    return said ?? "";
  }

  #start(script: string): ChildProcess {
    const [program = "", ...args] = [...this.#reach, script];
    return spawn(program, args, { stdio: ["pipe", "pipe", "pipe"] });
  }
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

async function finished(child: ChildProcess): Promise<void> {
  const { code } = await pipedChild(child).ended;
  if (code !== 0) throw new Error(`a command on the machine ended with code ${code}`);
}
