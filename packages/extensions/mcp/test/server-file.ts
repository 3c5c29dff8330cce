import { fileURLToPath } from "node:url";

const SERVER = fileURLToPath(new URL("./servers/stdio-server.mjs", import.meta.url));

/** A file `.mcp.json` with servers of ours, each by its behaviour. */
export function serverFile(behaviours: Readonly<Record<string, string | readonly string[]>>, more: object = {}) {
  const servers = Object.entries(behaviours).map(([name, args]) => [
    name,
    { command: process.execPath, args: [SERVER, ...(typeof args === "string" ? [args] : args)], ...more },
  ]);
  return { ".mcp.json": JSON.stringify({ mcpServers: Object.fromEntries(servers) }) };
}
