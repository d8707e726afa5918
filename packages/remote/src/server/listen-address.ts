import { lookup } from "node:dns/promises";
import { BlockList, isIPv6 } from "node:net";
import { describe } from "@execbox/core";

/** Where a server listens, with the name resolved: what is checked is what is bound. */
export interface ListenAddress {
  address: string;
  port: number;
  isLoopback: boolean;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** Reads `HOST:PORT`, `[IPV6]:PORT` or `:PORT`, which means `127.0.0.1:PORT`. */
export async function resolveListenAddress(listen: string): Promise<ListenAddress> {
  const match = /^(?:\[([^\]]+)\]|([^:]*)):(\d{1,5})$/.exec(listen);
  const port = Number(match?.[3]);
  if (match === null || port > 65_535) {
    throw new TypeError(`listen must be HOST:PORT such as 127.0.0.1:7070, got ${describe(listen)}`);
  }
  const host = match[1] ?? (match[2] || "127.0.0.1");
  const { address } = await lookup(host);
  return { address, port, isLoopback: LOOPBACK.check(address, isIPv6(address) ? "ipv6" : "ipv4") };
}

/** The address as part of a URL. */
export function toAuthority(address: string, port: number): string {
  return `${isIPv6(address) ? `[${address}]` : address}:${port}`;
}
