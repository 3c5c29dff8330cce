import { readFile } from "node:fs/promises";

/** Accounts below this belong to the system, which only its administrator sets up: `ollama` of the Ollama package is one. */
const FIRST_USER_ID = 1000;
const LISTENING = "0A";
const TABLES = ["/proc/net/tcp", "/proc/net/tcp6"];

/**
 * Whether what listens on a port of this machine may be trusted with a prompt: it belongs to the user, to root, or to an account
 * of the system. Any other user of the machine can hold a port too. Where several listen on one port, each must be trusted; one
 * that is not in the tables of Linux is not. Other systems have no such tables: there every server is taken for the user's own.
 */
export async function isTrustedListener(port: number): Promise<boolean> {
  if (process.platform !== "linux") return true;
  const tables = await Promise.all(TABLES.map((path) => readFile(path, "utf8").catch(ignoreMissing)));
  const owners = tables.flatMap((table) => listenerIds(table, port));
  return owners.length > 0 && owners.every((id) => id < FIRST_USER_ID || id === process.getuid?.());
}

/** A row: number, local address, remote address, state, queues, timers, retransmits, user id. Addresses are `hex:hex`. */
function listenerIds(table: string, port: number): number[] {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return table.split("\n").flatMap((row) => {
    const [, local, , state, , , , owner] = row.trim().split(/\s+/);
    return local?.endsWith(ending) && state === LISTENING ? [Number(owner)] : [];
  });
}

/** A kernel without IPv6 has one table only. */
function ignoreMissing(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOENT") return "";
  throw error;
}
