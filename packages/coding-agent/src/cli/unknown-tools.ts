import { printWarning } from "../core/output/print.ts";
import type { SessionRuntime } from "../core/session/replace/session-runtime.ts";
import { nearest } from "../core/text/nearest.ts";
import { allToolNames } from "../core/tools/registry.ts";
import type { AppMode } from "./choose-mode.ts";
import { usageError } from "./cli-error.ts";

/**
 * Refuses names of `--tools` that do not exist: a mistyped one would otherwise only show by what the model cannot do. Print and JSON mode
 * ask when extensions have started. On the screen extensions start later, and a client of RPC brings tools of its own: there a name that
 * may still come is only warned of.
 */
export function checkToolNames(tools: readonly string[], { session, services }: SessionRuntime, mode: AppMode): void {
  const { extensions } = session;
  const hasServers = services.resources.hasMcpFile() || extensions?.host !== undefined;
  const names = tools
    .map((entry) => entry.replace(/^[+-]/, ""))
    .filter((name) => !name.includes("*") && !(hasServers && name.startsWith("mcp__")));
  // The list leaves out every other tool, so the session has only those of it that exist.
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
