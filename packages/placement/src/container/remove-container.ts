import { type ContainerCli, lastWords } from "./container-cli.js";

/** Removes a container with everything in it, and makes sure that it is gone. */
export async function removeContainer(cli: ContainerCli, id: string): Promise<void> {
  const removal = await cli.run(["rm", "--force", "--volumes", id]);
  if (removal.code === 0) return;
  const left = await cli.run(["ps", "--all", "--quiet", "--filter", `name=^${id}$`]);
  if (left.code === 0 && left.stdout.trim() === "") return;
  throw new Error(`${cli.name} could not remove ${id}: ${lastWords(removal)}`);
}
