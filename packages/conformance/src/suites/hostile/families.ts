import {
  HOSTILE_FAMILIES,
  type HostileDoor,
  type HostileFamily,
  type HostileProgram,
} from "../../hostile-corpus.js";

/** The programs of one door, family by family; families without any are left out. */
export function byFamily(
  programs: readonly HostileProgram[],
  door: HostileDoor,
): [HostileFamily, HostileProgram[]][] {
  return HOSTILE_FAMILIES.map((family): [HostileFamily, HostileProgram[]] => [
    family,
    programs.filter((program) => program.family === family && program.doors.includes(door)),
  ]).filter(([, members]) => members.length > 0);
}
