import { LspError, messageOf } from "../lsp-error.ts";
import { type FoundServer, serversForFolder } from "../servers/find-servers.ts";
import { canShare, type LspmuxState } from "../servers/lspmux.ts";
import { type LspCall, languageServers, noServer, type Outcome, projectServers, requiredFile } from "./call.ts";

const LSPMUX_STATES: Readonly<Record<LspmuxState, string>> = {
  off: "off (setting lsp.lspmux)",
  "not installed": "not installed; servers are started directly",
  "not running": "not running; servers are started directly",
  running: "running",
};

/** `status`: the servers for this project, whether they run or not. Starts none. */
export async function showStatus({ config, place, clients, cwd }: LspCall): Promise<Outcome> {
  const known = clients.list();
  const available = (await serversForFolder(config.servers, place)).filter(
    ({ spec }) => !known.some(({ server }) => server.spec.name === spec.name),
  );
  const rows = [
    ...known.map(({ server, status, client, problem }) => {
      const work = client?.progress.titles().filter(Boolean).join(", ");
      const more = [client && `process ${client.pid}`, client?.isShared && "shared through lspmux", work, problem]
        .filter(Boolean)
        .join("; ");
      return `  ${server.spec.name}: ${status}${more ? ` (${more})` : ""}`;
    }),
    ...available.map(({ spec }) => `  ${spec.name}: not started`),
  ];
  const problems = config.problems.map((problem) => `\n${problem}`).join("");
  if (rows.length === 0) return { text: `No language servers configured for this project${problems}` };
  if ([...known.map(({ server }) => server), ...available].some(canShare))
    rows.push(`  lspmux: ${LSPMUX_STATES[(await clients.lspmux(cwd)).state]}`);
  return { text: `Language servers:\n${rows.join("\n")}${problems}` };
}

/** `reload`: makes servers read the project again. */
export async function reloadServers(call: LspCall): Promise<Outcome> {
  const servers = await chosenServers(call);
  const lines: string[] = [];
  for (const server of servers) lines.push(await reload(server, call));
  return { text: lines.join("\n"), server: servers.map(({ spec }) => spec.name).join(", ") };
}

/** Asks rust-analyzer to reload; any other server is ended and starts anew at its next use. One that failed may start again without a delay. */
async function reload(server: FoundServer, { clients, signal }: LspCall): Promise<string> {
  const { name } = server.spec;
  const client = clients.running(server);
  const failed = clients.list().some((known) => known.server.spec.name === name && known.status === "failed");
  if (!client && !failed) return `${name} is not running; it starts at its next use`;
  if (client && name === "rust-analyzer") {
    try {
      await client.request("rust-analyzer/reloadWorkspace", null, { signal });
      return `Reloaded ${name}`;
    } catch (error) {
      if (signal.aborted) throw error;
      // A version without that request is restarted.
    }
  }
  try {
    await clients.stop(server);
    return `Stopped ${name}; it starts anew at its next use`;
  } catch (error) {
    return `Failed to reload ${name}: ${messageOf(error)}`;
  }
}

/** `capabilities`: what servers have announced. Starts them if necessary. */
export async function showCapabilities(call: LspCall): Promise<Outcome> {
  const servers = await chosenServers(call);
  const parts = await Promise.all(
    servers.map(async (server) => {
      const { name } = server.spec;
      try {
        const { capabilities } = await call.clients.get(server, call.signal);
        return `${name}:\n  capabilities: ${JSON.stringify(capabilities, null, 2).replaceAll("\n", "\n  ")}`;
      } catch (error) {
        if (call.signal.aborted) throw error;
        return `${name}: failed to start (${messageOf(error)})`;
      }
    }),
  );
  return { text: parts.join("\n"), server: servers.map(({ spec }) => spec.name).join(", ") };
}

/** Resolves to the server of the file if one is given, else to those of the project. */
async function chosenServers(call: LspCall): Promise<FoundServer[]> {
  const { file } = call.params;
  if (file !== undefined && file !== "" && file !== "*") {
    const path = await requiredFile(call);
    const servers = await languageServers(call, path);
    if (servers.length === 0) throw noServer(call, path);
    return servers.slice(0, 1);
  }
  const servers = await projectServers(call);
  if (servers.length === 0) throw new LspError("no-server", "No language servers configured for this project");
  return servers;
}
