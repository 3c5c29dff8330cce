import { cacheShare, type Row, type Stats, type ToolUse, tokensOf, type Use } from "../stats.ts";
import { count, dollars, duration, percent, shortPath } from "./amounts.ts";
import { STYLE } from "./html-style.ts";

/** Writes the statistics as one HTML file: no script, no request, and every number of the picture also in a table. */
export function htmlPage(stats: Stats, { home }: { readonly home: string }): string {
  const { from, to, sessions, prompts, total, models, tools, problems } = stats;
  const projects = stats.projects.map(({ name, use }) => ({ name: shortPath(name, home), use }));
  const facts: [string, string][] = [
    ["Cost", dollars(total.cost)],
    ["Tokens", count(tokensOf(total))],
    ["Cached", percent(cacheShare(total))],
    ["Requests", count(total.requests)],
    ["Time of models", duration(total.milliseconds)],
    ["Sessions", count(sessions)],
    ["Prompts", count(prompts)],
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<link rel="icon" href="data:,">
<title>Tau: ${from} to ${to}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Tau, ${from} to ${to}</h1>
<dl class="facts">${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${escaped(value)}</dd></div>`).join("")}</dl>
${dayChart(stats)}
${useTable("Models", "Model", models)}
${useTable("Projects", "Project", projects)}
${toolTable(tools)}
${problemList(problems)}
</main>
</body>
</html>
`;
}

const HEIGHT = 160;
const STEP = 24;
const BAR = 18;

/** One bar for each day; its title says the numbers. */
function dayChart({ days, from, to }: Stats): string {
  const hasCost = days.some(({ use }) => use.cost > 0);
  const amountOf = (use: Use) => (hasCost ? use.cost : tokensOf(use));
  const most = Math.max(...days.map(({ use }) => amountOf(use)), 0);
  if (most === 0) return "";
  const what = hasCost ? "Cost" : "Tokens";
  const width = days.length * STEP;
  const bars = days.map(({ name, use }, index) => {
    const height = (amountOf(use) / most) * HEIGHT;
    const place = `x="${index * STEP + (STEP - BAR) / 2}" y="${(HEIGHT - height).toFixed(1)}" width="${BAR}" height="${height.toFixed(1)}"`;
    const title = `${name}: ${dollars(use.cost)}, ${count(tokensOf(use))} tokens`;
    const label = days.length <= 14 || index % 7 === 0 ? dayLabel(name, index) : "";
    return `<g><title>${title}</title><rect class="day" x="${index * STEP}" y="0" width="${STEP}" height="${HEIGHT}"/><rect class="bar" ${place} rx="2"/>${label}</g>`;
  });
  const summary = `${what} of each day from ${from} to ${to}; at most ${hasCost ? dollars(most) : `${count(most)} tokens`}. The table below has every number.`;
  return `<h2 id="days">${what} by day</h2>
<figure class="wide" tabindex="0" aria-labelledby="days">
<svg role="img" aria-label="${escaped(summary)}" viewBox="0 0 ${width} ${HEIGHT + 20}" style="min-width:${Math.min(width, 720)}px">
<line class="axis" x1="0" y1="${HEIGHT}" x2="${width}" y2="${HEIGHT}"/>
${bars.join("\n")}
</svg>
</figure>
<details><summary>Days as a table</summary>
${tableOf(
  "Days",
  ["Day", ...USE_COLUMNS],
  days.filter(({ use }) => use.requests > 0).map((row) => [row.name, ...useCells(row.use)]),
)}
</details>`;
}

function dayLabel(name: string, index: number): string {
  return `<text x="${index * STEP + 2}" y="${HEIGHT + 15}">${name.slice(5)}</text>`;
}

const USE_COLUMNS = ["Cost", "Tokens", "In", "Out", "Cached", "Requests", "Time"];

function useCells(use: Use): string[] {
  return [
    dollars(use.cost),
    count(tokensOf(use)),
    count(use.input),
    count(use.output),
    percent(cacheShare(use)),
    count(use.requests),
    duration(use.milliseconds),
  ];
}

function useTable(title: string, column: string, rows: readonly Row<Use>[]): string {
  if (rows.length === 0) return "";
  return `<h2>${title}</h2>\n${tableOf(
    title,
    [column, ...USE_COLUMNS],
    rows.map(({ name, use }) => [name, ...useCells(use)]),
  )}`;
}

function toolTable(rows: readonly Row<ToolUse>[]): string {
  if (rows.length === 0) return "";
  const cells = rows.map(({ name, use }) => [name, count(use.calls), count(use.errors), duration(use.milliseconds)]);
  return `<h2>Tools</h2>\n${tableOf("Tools", ["Tool", "Calls", "Failed", "Time"], cells)}`;
}

function problemList(problems: Stats["problems"]): string {
  if (problems.length === 0) return "";
  const items = problems.map(({ path, reason }) => `<li><code>${escaped(path)}</code> ${escaped(reason)}</li>`);
  return `<h2>Not counted, or not whole</h2>\n<ul>${items.join("")}</ul>`;
}

/** A table that scrolls by itself where the window is narrow. */
function tableOf(name: string, titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = titles.map((title) => `<th scope="col">${title}</th>`).join("");
  const body = rows.map(
    ([first = "", ...cells]) =>
      `<tr><th scope="row">${escaped(first)}</th>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join("")}</tr>`,
  );
  return `<div class="wide" role="region" aria-label="${name}" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body.join("")}</tbody></table></div>`;
}

function escaped(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
