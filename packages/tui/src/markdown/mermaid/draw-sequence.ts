const MESSAGE = /^(.+?)\s*(<<)?(-{1,2})(>>|>|x|\))\s*[+-]?\s*([^:]+?)\s*:\s*(.*)$/;
const NAMED = /^(?:participant|actor)\s+(\S+)(?:\s+as\s+(.+))?$/;
const NOTE = /^note\s+.*?:\s*(.*)$/i;
const SKIPPED = /^(?:autonumber|activate\b|deactivate\b|end$|rect\b|box\b)/;
const BLOCK = /^(loop|alt|else|opt|par|and|critical|break)\b\s*(.*)$/;

/** Draws the messages of a sequence diagram, one per line. Returns undefined for another kind of diagram or unknown syntax. */
export function drawSequence(lines: readonly string[]): string[] | undefined {
  if (lines[0] !== "sequenceDiagram") return undefined;
  const names = new Map<string, string>();
  const drawn: string[] = [];
  for (const line of lines.slice(1)) {
    if (SKIPPED.test(line)) continue;
    const named = NAMED.exec(line);
    if (named) names.set(named[1] ?? "", named[2] ?? named[1] ?? "");
    else {
      const text = drawStep(line, (id) => names.get(id) ?? id);
      if (text === undefined) return undefined;
      drawn.push(text);
    }
  }
  return drawn;
}

function drawStep(line: string, nameOf: (id: string) => string): string | undefined {
  const message = MESSAGE.exec(line);
  if (message) {
    const [, from = "", , dashes = "", , to = "", text = ""] = message;
    const arrow = dashes.length > 1 ? "┄┄▶" : "──▶";
    return `${nameOf(from)} ${arrow} ${nameOf(to)}: ${text}`;
  }
  const note = NOTE.exec(line);
  if (note) return `  (${note[1]})`;
  const block = BLOCK.exec(line);
  return block ? `[${block[1]}${block[2] ? ` ${block[2]}` : ""}]` : undefined;
}
