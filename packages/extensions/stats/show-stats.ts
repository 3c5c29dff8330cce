import { homedir } from "node:os";
import type { ExtensionAPI, ExtensionCommandContext, ListRow } from "@tau/coding-agent";
import { neutralizeLine } from "@tau/tui";
import { collectSessions } from "./reading/collect-sessions.ts";
import { sessionFolder } from "./session-folder.ts";
import { cacheShare, type Row, type Stats, tokensOf, type Use } from "./stats.ts";
import { readArguments } from "./stats-arguments.ts";
import { summarize } from "./summarize.ts";
import { count, dollars, duration, percent, shortPath } from "./views/amounts.ts";
import { plotDays } from "./views/plot.ts";
import { totalLines } from "./views/text-report.ts";

const COLUMNS = [
  { title: "" },
  { title: "tokens", align: "right" as const },
  { title: "cost", align: "right" as const },
];
/** Fits beside the list and below it, down to 40 columns. */
const PLOT_WIDTH = 34;

/** Shows the statistics on the screen, as a tree: a part for days, models, projects and tools. */
export async function showStats(pi: ExtensionAPI, ctx: ExtensionCommandContext, args: string): Promise<void> {
  const { days, isHere } = readArguments(args.split(/\s+/).filter((word) => word !== ""));
  const progress = ctx.ui.progress("Reading sessions", { fraction: 0 });
  const collected = await collectSessions({
    agentDir: ctx.resources.agentDir,
    sessionDir: sessionFolder(ctx.cwd, pi.settings.get("sessionDir")),
    onProgress: (done, total) => {
      if (done % 100 === 0) progress.update({ fraction: done / total });
    },
  }).finally(() => progress.done());
  const stats = summarize(collected, { days, today: new Date(), cwd: isHere ? ctx.cwd : undefined });
  const previews = new Map<string, string>();
  const { total } = stats;
  await ctx.ui.list({
    title: `Last ${days} days: ${count(tokensOf(total))} tokens, ${dollars(total.cost)}, ${percent(cacheShare(total))} cached`,
    columns: COLUMNS,
    rows: rowsOf(stats, previews),
    readOnly: true,
    preview: (row) => previews.get(row.id) ?? "",
  }).closed;
}

function rowsOf(stats: Stats, previews: Map<string, string>): ListRow[] {
  const used = stats.days.filter(({ use }) => use.requests > 0).toReversed();
  const projects = stats.projects.map(({ name, use }) => ({ name: shortPath(name, homedir()), use }));
  const tools = stats.tools.map(({ name, use }): ListRow => {
    const id = `tools/${name}`;
    previews.set(id, `${use.calls} calls\n${use.errors} failed\n${duration(use.milliseconds)}`);
    return { id, label: neutralizeLine(name), cells: [`${count(use.calls)} calls`, ""] };
  });
  const rows = [
    group("days", used, previews, plotDays(stats.days, PLOT_WIDTH).toReversed().join("\n")),
    group("models", stats.models, previews, totalLines(stats).join("\n")),
    group("projects", projects, previews, totalLines(stats).join("\n")),
    { id: "tools", label: `tools (${tools.length})`, cells: ["", ""], children: tools, folded: true },
  ];
  if (stats.problems.length === 0) return rows;
  const problems = stats.problems.map(({ path, reason }): ListRow => {
    previews.set(path, `${path}\n\n${reason}`);
    return { id: path, label: neutralizeLine(path.split("/").at(-1) ?? path), cells: ["", ""] };
  });
  return [
    ...rows,
    { id: "problems", label: `not whole (${problems.length})`, cells: ["", ""], children: problems, folded: true },
  ];
}

function group(name: string, rows: readonly Row<Use>[], previews: Map<string, string>, preview: string): ListRow {
  previews.set(name, preview);
  const children = rows.map(({ name: label, use }): ListRow => {
    const id = `${name}/${label}`;
    previews.set(id, [neutralizeLine(label), details(use)].join("\n"));
    return { id, label: neutralizeLine(lastPart(label)), cells: [count(tokensOf(use)), dollars(use.cost)] };
  });
  return { id: name, label: `${name} (${rows.length})`, cells: ["", ""], children, folded: name !== "models" };
}

/** Models and projects are told apart by the end of their names. */
function lastPart(name: string): string {
  return name.split("/").at(-1) || name;
}

function details(use: Use): string {
  return [
    `${count(use.requests)} requests, ${duration(use.milliseconds)}`,
    `${count(use.input)} tokens in, ${count(use.output)} out`,
    `${count(use.cacheRead)} read from the cache (${percent(cacheShare(use))})`,
    `${count(use.cacheWrite)} written to it`,
    dollars(use.cost),
  ].join("\n");
}
