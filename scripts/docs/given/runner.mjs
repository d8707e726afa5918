// A runner that listens on this machine, and tools of the host's.
import { resolveProvider } from "@execbox/core";
import { serveRunner } from "@execbox/remote";

export const token = "0123456789abcdef0123456789abcdef";
const runner = await serveRunner({ listen: "127.0.0.1:0", token });
export const { url } = runner;

export const shop = resolveProvider({
  name: "shop",
  tools: { price: { execute: ({ item }) => item * 100 } },
});

export async function close() {
  await runner.close();
}
