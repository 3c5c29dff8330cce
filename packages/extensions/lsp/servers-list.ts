import type { ExtensionCommandContext, ListRow } from "@tau/coding-agent";
import { neutralize, neutralizeLine } from "@tau/tui";
import type { Clients, ServerState } from "./clients.ts";
import { openPlace } from "./run-tool.ts";
import { type FoundServer, serversForFolder } from "./servers/find-servers.ts";
import type { LspSettings } from "./settings.ts";

const COLORS = {
  running: "success",
  starting: "accent",
  failed: "error",
  stopped: "muted",
  available: "muted",
} as const;
const MARKS = { running: "●", starting: "◐", failed: "✗", stopped: "○", available: "○" } as const;
const NAMES = {
  running: "running",
  starting: "starting",
  failed: "failed",
  stopped: "stopped",
  available: "not started",
};
const REFRESH_MS = 500;

type RowState = Omit<ServerState, "status"> & { readonly status: keyof typeof NAMES };

/** Shows the overlay of `/lsp`: the servers that were started and those that are available for the folder. */
export async function showServers(
  clients: Clients,
  ctx: ExtensionCommandContext,
  { settings, signal }: { readonly settings: LspSettings; readonly signal: AbortSignal },
): Promise<void> {
  const { config, place } = await openPlace(ctx, settings, clients);
  const available = await serversForFolder(config.servers, place);
  const states = () => withAvailable(clients.list(), available);
  const problems = config.problems.map(neutralizeLine);
  if (ctx.mode !== "tui") {
    const rows = states().map(({ server, status }) => `${server.spec.name}  ${NAMES[status]}  ${server.root}`);
    return ctx.ui.notify([...(rows.length > 0 ? rows : [NONE]), ...problems].join("\n"));
  }
  for (const problem of problems) ctx.ui.notify(problem, "warning");
  const stateOf = (row: ListRow | undefined) => states().find((state) => idOf(state) === row?.id);
  const list = ctx.ui.list({
    title: "Language servers",
    columns: [{ title: "server" }, { title: "state" }],
    rows: states().map(rowOf),
    empty: NONE,
    signal,
    preview: (row) => previewOf(stateOf(row)),
    details: (row) => detailsOf(stateOf(row)),
    keys: [
      { key: "s", description: "start", needsRow: true, run: async (row) => await start(stateOf(row), clients, ctx) },
      {
        key: "x",
        description: "stop",
        needsRow: true,
        run: async (row) => {
          const state = stateOf(row);
          if (state) await clients.stop(state.server);
        },
      },
    ],
  });
  const timer = setInterval(() => list.update(states().map(rowOf)), REFRESH_MS);
  const stop = () => clearInterval(timer);
  signal.addEventListener("abort", stop, { once: true });
  await list.closed;
  stop();
  signal.removeEventListener("abort", stop);
}

const NONE = "No language server is available for this folder. docs/lsp.md lists those that are recognised.";

async function start(state: RowState | undefined, clients: Clients, { ui }: ExtensionCommandContext): Promise<void> {
  if (!state) return;
  await clients.get(state.server).catch((error: Error) => ui.notify(neutralize(error.message), "error"));
}

function withAvailable(known: readonly ServerState[], available: readonly FoundServer[]): RowState[] {
  const others = available.filter(
    ({ spec, root }) => !known.some(({ server }) => server.spec.name === spec.name && server.root === root),
  );
  return [...known, ...others.map((server) => ({ server, status: "available" as const }))];
}

function idOf({ server }: RowState): string {
  return `${server.spec.name} ${server.root}`;
}

function rowOf(state: RowState): ListRow {
  const { server, status } = state;
  const { name } = server.spec;
  return {
    id: idOf(state),
    label: `${MARKS[status]} ${neutralizeLine(name)}`,
    cells: [NAMES[status]],
    color: COLORS[status],
  };
}

function previewOf(state: RowState | undefined): string {
  if (!state) return "";
  const { server, client, problem } = state;
  const work = client?.progress.titles().filter(Boolean).join(", ");
  return neutralize(
    [
      `Language: ${server.spec.languages}`,
      `Program: ${server.program}`,
      `Project: ${server.root}`,
      ...(client ? [`Process: ${client.pid}${client.isShared ? " (lspmux)" : ""}`] : []),
      ...(work ? [`Working: ${work}`] : []),
      ...(server.spec.sandbox ? ["In the sandbox"] : []),
      ...(problem ? [problem] : []),
    ].join("\n"),
  );
}

function detailsOf(state: RowState | undefined): string {
  const log = state?.client?.log.trim();
  return [previewOf(state), "", log ? `Its messages:\n${neutralize(log)}` : "It has written no messages."].join("\n");
}
