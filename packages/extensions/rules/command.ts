import { homedir } from "node:os";
import { relative } from "node:path";
import type { ExtensionCommandContext } from "@tau/coding-agent";
import { neutralize, neutralizeLine } from "@tau/tui";
import type { SortedRule } from "./bucket.ts";
import type { Rules } from "./rules.ts";
import type { StreamScope } from "./stream-rule.ts";

const WHEN = {
  stream: "while writing",
  always: "always",
  files: "by file",
  listed: "on demand",
  manual: "when named",
} as const;

/** Shows `/rules`: each rule, when it applies, where it comes from and why. */
export async function showRules(rules: Rules, ctx: ExtensionCommandContext): Promise<void> {
  const rows = rules.sorted.map(({ rule, bucket, problems }, index) => ({
    id: String(index),
    label: neutralizeLine(rule.name),
    cells: [rules.slow.has(rule.name) ? "off" : WHEN[bucket], neutralizeLine(sourceOf(rule))],
    ...(problems.length > 0 && { color: "warning" as const }),
  }));
  if (!ctx.hasUI || rows.length === 0) {
    const lines = rows.map(({ label, cells }) => [label, ...cells].join("  "));
    const text = [...lines, ...rules.problems.map(neutralize)].join("\n");
    ctx.ui.notify(text || "There are no rules. docs/rules.md shows how to write one.");
    return;
  }
  const more = (id: string) => detailsOf(rules.sorted[Number(id)], rules, ctx.cwd);
  await ctx.ui.list({
    title: rows.length === 1 ? "1 rule" : `${rows.length} rules`,
    columns: [{ title: "rule" }, { title: "applies" }, { title: "from" }],
    rows,
    preview: ({ id }) => more(id),
    details: ({ id }) => more(id),
  }).closed;
}

/** The programs whose rules are read, by the name under which they are listed. */
const PROGRAMS: Readonly<Record<string, string>> = {
  auto: "Tau",
  pi: "pi",
  omp: "omp",
  cursor: "Cursor",
  windsurf: "Windsurf",
  cline: "Cline",
  github: "Copilot",
  claude: "Claude Code",
};

function sourceOf({ source, scope }: SortedRule["rule"]): string {
  const name = PROGRAMS[source] ?? source;
  return scope === "user" ? `${name}, user` : name;
}

function detailsOf(sorted: SortedRule | undefined, rules: Rules, cwd: string): string {
  if (!sorted) return "";
  const { rule, problems } = sorted;
  const turn = rules.injections.turnOf(rule.name);
  const isGiven = turn !== undefined || rules.injections.hasFile(rule.name);
  return neutralize(
    [
      `${WHEN[sorted.bucket]}: ${whyOf(sorted)}`,
      shortPath(rule.path, cwd),
      ...(isGiven ? ["The model has been given it in this session."] : []),
      ...(rules.slow.has(rule.name) ? ["Switched off: its pattern takes too long."] : []),
      ...problems.map((problem) => `Problem: ${problem}`),
      "",
      rule.content.trim(),
    ].join("\n"),
  );
}

function whyOf({ rule, bucket, stream }: SortedRule): string {
  const { globs = [], alwaysApply, trigger } = rule;
  if (bucket === "stream")
    return `condition ${stream?.patterns.map(({ source }) => source).join(", ")} in ${stream?.scopes.map(scopeText).join(", ")}`;
  if (bucket === "always") {
    if (alwaysApply) return "alwaysApply is true";
    return trigger === "always_on" ? "trigger is always_on" : "it names no files";
  }
  if (bucket === "files") return `a tool reads or changes ${globs.join(", ")}`;
  if (bucket === "listed") return "the model knows its description and can read it";
  return `it has neither files nor a description; name rule://${rule.name} in a prompt`;
}

function scopeText({ kind, tool, glob }: StreamScope): string {
  return `${kind}${tool === undefined ? "" : `:${tool}`}${glob === undefined ? "" : `(${glob})`}`;
}

function shortPath(path: string, cwd: string): string {
  const inside = relative(cwd, path);
  if (!inside.startsWith("..")) return inside;
  const home = homedir();
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
