import { spawn } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  pipedChild,
  SANDBOX_SCRATCH,
  type Sandbox,
  type SandboxDriver,
  type SandboxNeeds,
  type SandboxProcess,
  type SandboxSpec,
  type SandboxSupport,
} from "@execbox/placement";

/**
 * The smallest driver there is: a "sandbox" is a folder, a command a plain child that starts in
 * it. It holds nothing back; it shows what a driver must do, and tests what is asked of one.
 */
export class FolderDriver implements SandboxDriver {
  readonly name = "folder";
  readonly prepared: SandboxNeeds[] = [];
  readonly created: SandboxSpec[] = [];
  readonly #folders = new Map<string, string>();

  /** Sandboxes that nobody has disposed of. */
  get left(): string[] {
    return [...this.#folders.keys()];
  }

  async probe(): Promise<SandboxSupport> {
    return { ok: true, enforces: { memory: false, cpu: false, pids: false, network: false } };
  }

  async prepare(needs: SandboxNeeds, progress: (step: string) => void): Promise<string> {
    this.prepared.push(needs);
    progress("installing");
    return "prepared";
  }

  async create(spec: SandboxSpec): Promise<Sandbox> {
    this.created.push(spec);
    const folder = await mkdtemp(join(tmpdir(), "folder-driver-"));
    this.#folders.set(folder, folder);
    return { id: folder };
  }

  exec(sandbox: Sandbox, command: readonly string[]): SandboxProcess {
    // Paths in the sandbox, as they are on this machine.
    const [program = "", ...args] = command.map((word) =>
      word.replace(SANDBOX_SCRATCH, sandbox.id),
    );
    const executable = program === "node" ? process.execPath : program;
    return pipedChild(spawn(executable, args, { cwd: sandbox.id, env: {}, stdio: "pipe" }));
  }

  async copy(sandbox: Sandbox, from: string, to: string): Promise<void> {
    await cp(from, to.replace(SANDBOX_SCRATCH, sandbox.id), { recursive: true });
  }

  async dispose({ id }: Sandbox): Promise<void> {
    await rm(id, { recursive: true, force: true });
    this.#folders.delete(id);
  }
}
