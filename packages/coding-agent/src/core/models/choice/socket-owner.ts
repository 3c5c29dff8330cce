import { readFile } from "node:fs/promises";
import { isMissing } from "@tau/agent/error-code";

/** Lower ids belong to system accounts, which only an administrator creates, such as `ollama` of the Ollama package. */
const FIRST_USER_ID = 1000;
const LISTENING = "0A";
const TABLES = ["/proc/net/tcp", "/proc/net/tcp6"];

/**
 * Resolves to whether the listener on a local port may be trusted with a prompt: it belongs to the user, to root or to
 * a system account. Any other user of the machine can open a port too. If several processes listen on one port, each
 * must be trusted, and a listener that is missing from Linux's tables is not. Other systems have no such tables: there
 * every server is assumed to be the user's own.
 */
export async function isTrustedListener(port: number): Promise<boolean> {
  if (process.platform !== "linux") return true;
  const tables = await Promise.all(TABLES.map((path) => readFile(path, "utf8").catch(emptyIfMissing)));
  const owners = tables.flatMap((table) => listenerIds(table, port));
  return owners.length > 0 && owners.every((id) => id < FIRST_USER_ID || id === process.getuid?.());
}

/**
 * Parses a table. A row is: number, local address, remote address, state, queues, timers, retransmits, user id.
 * Addresses are `hex:hex`.
 */
function listenerIds(table: string, port: number): number[] {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return table.split("\n").flatMap((row) => {
    const [, local, , state, , , , owner] = row.trim().split(/\s+/);
    return local?.endsWith(ending) && state === LISTENING ? [Number(owner)] : [];
  });
}

/** Treats a missing table as empty: a kernel without IPv6 has only one. */
function emptyIfMissing(error: unknown): string {
  if (isMissing(error)) return "";
  throw error;
}
