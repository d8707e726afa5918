/**
 * A seccomp filter for a process that computes and talks over pipes it already has. It refuses
 * what such a process never needs and what kernels have been broken through; everything else
 * is left to the namespaces around it. Assembled here, byte by byte, so that nothing native is
 * needed to have it.
 */
export function seccompFilter(
  arch: string,
  allowed: readonly RefusedCall[] = [],
): Buffer | undefined {
  const target = ARCHITECTURES[arch];
  if (target === undefined) return undefined;
  const refused = REFUSED.filter(([name]) => !allowed.includes(name))
    .map((row) => row[target.column])
    .filter((number) => number >= 0);
  const program = [
    instruction(LOAD, 0, 0, OFFSET_ARCH),
    instruction(JUMP_EQUAL, 1, 0, target.audit),
    instruction(RETURN, 0, 0, KILL),
    instruction(LOAD, 0, 0, OFFSET_NUMBER),
    // The x32 interface of x86-64: the same calls under numbers the list below would miss.
    instruction(JUMP_GREATER_EQUAL, 0, 1, 0x4000_0000),
    instruction(RETURN, 0, 0, REFUSE),
    ...refused.flatMap((number) => [
      instruction(JUMP_EQUAL, 0, 1, number),
      instruction(RETURN, 0, 0, REFUSE),
    ]),
    instruction(RETURN, 0, 0, ALLOW),
  ];
  return Buffer.concat(program);
}

const LOAD = 0x20;
const JUMP_EQUAL = 0x15;
const JUMP_GREATER_EQUAL = 0x35;
const RETURN = 0x06;
const OFFSET_NUMBER = 0;
const OFFSET_ARCH = 4;
const KILL = 0x8000_0000;
const ALLOW = 0x7fff_0000;
/** The call fails with EPERM. */
const REFUSE = 0x0005_0001;

function instruction(code: number, ifTrue: number, ifFalse: number, operand: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifTrue, 2);
  bytes.writeUInt8(ifFalse, 3);
  bytes.writeUInt32LE(operand, 4);
  return bytes;
}

/** Call by call: its number on x86-64 and on arm64; -1 where the architecture has none. */
const REFUSED = [
  // Sockets: even the loopback of an empty network namespace is none of a guest's business.
  ["socket", 41, 198],
  ["socketpair", 53, 199],
  ["connect", 42, 203],
  ["bind", 49, 200],
  ["listen", 50, 201],
  ["accept", 43, 202],
  ["accept4", 288, 242],
  // Other processes.
  ["ptrace", 101, 117],
  ["process_vm_readv", 310, 270],
  ["process_vm_writev", 311, 271],
  ["pidfd_open", 434, 434],
  ["pidfd_getfd", 438, 438],
  ["kcmp", 312, 272],
  // Mounts, namespaces, roots.
  ["mount", 165, 40],
  ["umount2", 166, 39],
  ["pivot_root", 155, 41],
  ["chroot", 161, 51],
  ["unshare", 272, 97],
  ["setns", 308, 268],
  ["open_tree", 428, 428],
  ["move_mount", 429, 429],
  ["fsopen", 430, 430],
  ["fsmount", 432, 432],
  ["mount_setattr", 442, 442],
  ["open_by_handle_at", 304, 265],
  ["name_to_handle_at", 303, 264],
  // Doors into the kernel that have been broken open before.
  ["bpf", 321, 280],
  ["perf_event_open", 298, 241],
  ["userfaultfd", 323, 282],
  ["io_uring_setup", 425, 425],
  ["io_uring_enter", 426, 426],
  ["io_uring_register", 427, 427],
  ["keyctl", 250, 219],
  ["add_key", 248, 217],
  ["request_key", 249, 218],
  ["fanotify_init", 300, 262],
  ["modify_ldt", 154, -1],
  ["iopl", 172, -1],
  ["ioperm", 173, -1],
  ["personality", 135, 92],
  ["vhangup", 153, 58],
  ["quotactl", 179, 60],
  ["acct", 163, 89],
  ["swapon", 167, 224],
  ["swapoff", 168, 225],
  ["reboot", 169, 142],
  ["kexec_load", 246, 104],
  ["kexec_file_load", 320, 294],
  ["init_module", 175, 105],
  ["finit_module", 313, 273],
  ["delete_module", 176, 106],
  ["syslog", 103, 116],
  ["settimeofday", 164, 170],
  ["clock_settime", 227, 112],
  ["clock_adjtime", 305, 266],
  ["adjtimex", 159, 171],
] as const satisfies readonly (readonly [name: string, x64: number, arm64: number])[];

/** A system call the filter refuses unless told otherwise. */
export type RefusedCall = (typeof REFUSED)[number][0];

const ARCHITECTURES: Record<string, { audit: number; column: 1 | 2 } | undefined> = {
  x64: { audit: 0xc000_003e, column: 1 },
  arm64: { audit: 0xc000_00b7, column: 2 },
};
