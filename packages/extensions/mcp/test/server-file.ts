import { fileURLToPath } from "node:url";

const SERVER = fileURLToPath(new URL("./servers/stdio-server.mjs", import.meta.url));

/** The entry of a server of ours, by its behaviour. */
export function stdioServer(...args: readonly string[]) {
  return { type: "stdio", command: process.execPath, args: [SERVER, ...args] };
}

/** A file `.mcp.json` with servers of ours. */
export function serverFile(behaviours: Readonly<Record<string, string | readonly string[]>>, more: object = {}) {
  const servers = Object.entries(behaviours).map(([name, args]) => [
    name,
    { ...stdioServer(...[args].flat()), ...more },
  ]);
  return { ".mcp.json": JSON.stringify({ mcpServers: Object.fromEntries(servers) }) };
}
