import { type DiffLine, parseUnifiedDiff } from "@tau/tui";
import type { CodePainter } from "./code-html.ts";

/** Returns the changes in a tool result: from a patch, or from the numbered form that other programs write. */
export function changesOf(details: unknown): DiffLine[] {
  const { patch, diff } = (details ?? {}) as { patch?: unknown; diff?: unknown };
  const lines = typeof patch === "string" ? parseUnifiedDiff(patch) : [];
  if (lines.length > 0) return lines;
  return typeof diff === "string" ? diff.split("\n").map(numberedLine) : [];
}

const KINDS: Readonly<Record<string, DiffLine["kind"]>> = { "+": "added", "-": "removed" };

function numberedLine(line: string): DiffLine {
  const kind = KINDS[line[0] ?? ""] ?? "same";
  const [, number, text = ""] = /^[-+ ] *(\d+) ?(.*)$/s.exec(line) ?? [];
  if (number === undefined) return line.trim() === "..." ? { kind: "gap", text: "" } : { kind, text: line.slice(1) };
  return kind === "removed" ? { kind, text, oldNumber: Number(number) } : { kind, text, newNumber: Number(number) };
}

export function countChanges(lines: readonly DiffLine[]): string {
  const count = (wanted: DiffLine["kind"]) => lines.filter(({ kind }) => kind === wanted).length;
  return `+${count("added")} −${count("removed")}`;
}

const SIGNS = { added: "+", removed: "-", same: " ", gap: "⋯" } as const;
const TAGS = { added: "ins", removed: "del", same: "span", gap: "span" } as const;

/** Renders each line with its number in an attribute, so that copying the code does not copy the numbers. */
export function diffToHtml(lines: readonly DiffLine[], language: string | undefined, painter: CodePainter): string {
  const painted = paintSides(lines, language, painter);
  const rows = lines.map(({ kind, newNumber, oldNumber }, index) => {
    const number = newNumber ?? oldNumber;
    const label = number === undefined ? "" : ` data-n="${number}"`;
    return `<${TAGS[kind]}${label} data-sign="${SIGNS[kind]}">${painted[index] ?? ""}\n</${TAGS[kind]}>`;
  });
  return `<pre class="diff">${rows.join("")}</pre>`;
}

/** Colours the old and the new text separately, because mixed together they are not valid code. */
function paintSides(lines: readonly DiffLine[], language: string | undefined, painter: CodePainter): string[] {
  const painted: string[] = [];
  for (const side of ["removed", "added"] as const) {
    const indices = lines.flatMap(({ kind }, index) => (kind === side || kind === "same" ? [index] : []));
    const code = indices.map((index) => lines[index]?.text ?? "");
    for (const [at, line] of painter.lines(code, language).entries()) painted[indices[at] ?? 0] = line;
  }
  return painted;
}
