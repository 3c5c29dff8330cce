import type { ServiceKey } from "../../core/extensions/index.ts";
import { printWarning } from "../../core/output/print.ts";
import type { SessionRuntime } from "../../core/session/replace/session-runtime.ts";
import { nearest } from "../../core/text/nearest.ts";
import { allToolNames } from "../../core/tools/registry.ts";
import type { AppMode } from "../choose-mode.ts";
import { usageError } from "../cli-error.ts";

/** Waits until the MCP servers are known. Resolves to the beginnings of tool names whose server is not. The battery mcp provides it. */
const SERVERS = "mcp-servers" as ServiceKey<() => Promise<readonly string[]>>;

/**
 * Rejects names in `--tools` that do not exist: a typing mistake would otherwise only show in what the model cannot do. Print and JSON mode
 * check after the extensions have started, and for names of MCP tools after the servers have answered. In interactive mode extensions start
 * later, and an RPC client adds its own tools, so there an unknown name only causes a warning, and names of MCP tools are not checked.
 */
export async function checkToolNames(
  tools: readonly string[],
  { session, services }: SessionRuntime,
  mode: AppMode,
): Promise<void> {
  const { extensions } = session;
  const hasServers = services.resources.hasMcpFile() || extensions?.host !== undefined;
  const given = tools.map((entry) => entry.replace(/^[+-]/, "")).filter((name) => !name.includes("*"));
  const ofServers = hasServers ? given.filter((name) => name.startsWith("mcp__")) : [];
  const isBatch = mode === "print" || mode === "json";
  const unchecked = ofServers.length === 0 ? [] : isBatch ? await unknownServers(session) : ["mcp__"];
  // `--tools` excludes every other tool, so the session has only the listed tools that exist.
  const known = [
    ...allToolNames,
    ...session.tools.all().map(({ tool }) => tool.name),
    ...(extensions?.host?.generation.registered.getAllRegisteredTools() ?? []).map(({ definition }) => definition.name),
  ];
  const problems = given
    .filter((name) => !known.includes(name) && !extensions?.hasTool(name))
    .filter((name) => !unchecked.some((beginning) => name.startsWith(beginning)))
    .map((name) => {
      const meant = nearest(name, known);
      return `--tools: there is no tool "${name}".${meant ? ` Did you mean ${meant}?` : ""}`;
    });
  if (problems.length === 0) return;
  if (mode === "rpc" || (mode === "interactive" && extensions?.host))
    for (const problem of problems) printWarning(problem);
  else throw usageError(problems.join(" "));
}

async function unknownServers({ extensions }: SessionRuntime["session"]): Promise<readonly string[]> {
  await extensions?.wake();
  const services = extensions?.host?.generation.services;
  return services?.has(SERVERS) ? await (await services.use(SERVERS))() : [];
}
