import { printWarning } from "../core/output/print.ts";
import type { SessionRuntime } from "../core/session/replace/session-runtime.ts";
import { nearest } from "../core/text/nearest.ts";
import { allToolNames } from "../core/tools/registry.ts";
import type { AppMode } from "./choose-mode.ts";
import { usageError } from "./cli-error.ts";

/**
 * Rejects names in `--tools` that do not exist: a typing mistake would otherwise only show in what the model cannot do. Print and JSON mode
 * check after the extensions have started. In interactive mode extensions start later, and an RPC client adds its own tools, so there an
 * unknown name only causes a warning.
 */
export function checkToolNames(tools: readonly string[], { session, services }: SessionRuntime, mode: AppMode): void {
  const { extensions } = session;
  const hasServers = services.resources.hasMcpFile() || extensions?.host !== undefined;
  const names = tools
    .map((entry) => entry.replace(/^[+-]/, ""))
    .filter((name) => !name.includes("*") && !(hasServers && name.startsWith("mcp__")));
  // `--tools` excludes every other tool, so the session has only the listed tools that exist.
  const known: string[] = [...allToolNames, ...session.tools.all().map(({ tool }) => tool.name)];
  const problems = names
    .filter((name) => !known.includes(name) && !extensions?.hasTool(name))
    .map((name) => {
      const meant = nearest(name, known);
      return `--tools: there is no tool "${name}".${meant ? ` Did you mean ${meant}?` : ""}`;
    });
  if (problems.length === 0) return;
  if (mode === "rpc" || (mode === "interactive" && extensions?.host))
    for (const problem of problems) printWarning(problem);
  else throw usageError(problems.join(" "));
}
