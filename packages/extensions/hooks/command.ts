import { homedir } from "node:os";
import { relative } from "node:path";
import type { ExtensionCommandContext } from "@tau/coding-agent";
import { neutralizeLine } from "@tau/tui";
import type { Hook } from "./hook.ts";
import type { LoadedHooks } from "./index.ts";

/** Shows `/hooks`: each hook with its event, its state and its file. */
export async function showHooks({ hooks, files, runner }: LoadedHooks, ctx: ExtensionCommandContext): Promise<void> {
  const broken = files.flatMap(({ sourceInfo: { path }, problem }) =>
    problem === undefined ? [] : [`${shortPath(path, ctx.cwd)}: ${problem}`],
  );
  const rows = hooks.map((hook, index) => ({
    id: String(index),
    label: neutralizeLine(hook.event),
    cells: [stateOf(hook, runner), neutralizeLine(hook.matcher || "*")],
  }));
  if (!ctx.hasUI || hooks.length === 0) {
    const lines = rows.map(({ label, cells }, index) => [label, ...cells, hooks[index]?.target].join("  "));
    const text = [...lines, ...broken].join("\n");
    return ctx.ui.notify(
      text || "No hooks. docs/hooks.md shows how to write one.",
      broken.length > 0 ? "warning" : "info",
    );
  }
  if (broken.length > 0) ctx.ui.notify(broken.join("\n"), "warning");
  const detailsOf = (id: string) => details(hooks[Number(id)], runner, ctx.cwd);
  await ctx.ui.list({
    title: "Hooks",
    columns: [{ title: "event" }, { title: "state" }, { title: "for" }],
    rows,
    empty: "No hooks.",
    preview: (row) => detailsOf(row.id),
    details: (row) => detailsOf(row.id),
  }).closed;
}

function stateOf(hook: Hook, { problems, runs }: LoadedHooks["runner"]): string {
  if (hook.problem !== undefined) return "off";
  if (problems.has(hook)) return "failed";
  return runs.has(hook) ? "ran" : "on";
}

const TIMES = ["not yet", "once"];

function details(hook: Hook | undefined, { problems, runs }: LoadedHooks["runner"], cwd: string): string {
  if (!hook) return "";
  const { event, matcher, type, target, args = [], condition, timeoutMs, isAsync, path, scope, problem } = hook;
  const count = runs.get(hook) ?? 0;
  const failure = problem ?? problems.get(hook);
  return [
    neutralizeLine([target, ...args].join(" ")),
    "",
    `event    ${event}${matcher === "" ? "" : ` for ${matcher}`}${condition === undefined ? "" : ` if ${condition}`}`,
    `type     ${type}${isAsync ? ", in the background" : ""}${timeoutMs === undefined ? "" : `, at most ${timeoutMs / 1000} s`}`,
    `from     ${shortPath(path, cwd)} (${scope})`,
    problem === undefined ? `ran      ${TIMES[count] ?? `${count} times`}` : "state    does not run",
    ...(failure === undefined ? [] : [`problem  ${neutralizeLine(failure)}`]),
  ].join("\n");
}

function shortPath(path: string, cwd: string): string {
  const inside = relative(cwd, path);
  if (!inside.startsWith("..")) return inside;
  const home = homedir();
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
