import { createHash } from "node:crypto";

/** The longest name that every provider accepts. */
const MAX_LENGTH = 64;

/** Returns `mcp__server__tool` in characters that every provider accepts. A name that is too long or already taken gets a hash to be unique. */
export function toolName(server: string, tool: string, isTaken: (name: string) => boolean = () => false): string {
  const plain = `mcp__${safe(server)}__${safe(tool)}`;
  if (plain.length <= MAX_LENGTH && !isTaken(plain)) return plain;
  const hash = createHash("sha256").update(`${server}\0${tool}`).digest("hex").slice(0, 8);
  return `${plain.slice(0, MAX_LENGTH - hash.length - 1)}_${hash}`;
}

function safe(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, "_");
}
