import type { SortedRule } from "./bucket.ts";

/** Returns the section of the system prompt: rules that always hold, and a list of those that can be read. */
export function promptSection(rules: readonly SortedRule[], canRead: boolean): string | undefined {
  const always = rules.filter(({ bucket }) => bucket === "always").map(({ rule }) => ruleText(rule));
  const listed = canRead ? rules.filter(isListed).map(({ rule }) => listLine(rule)) : [];
  if (always.length === 0 && listed.length === 0) return undefined;
  return [
    ...(always.length > 0 ? ["Rules of the user and the project. Follow them.", ...always] : []),
    ...(listed.length > 0
      ? [
          ["Further rules. Before you work on what one of them is about, read it with the read tool:", ...listed].join(
            "\n",
          ),
        ]
      : []),
  ].join("\n\n");
}

export function isListed({ bucket, rule }: SortedRule): boolean {
  return bucket === "listed" || (bucket === "files" && rule.description !== undefined);
}

/** Returns a rule as the model reads it. */
export function ruleText({ name, content }: { readonly name: string; readonly content: string }): string {
  return `<rule name="${name.replaceAll('"', "'")}">\n${content.trim()}\n</rule>`;
}

function listLine({ name, description = "", globs = [] }: SortedRule["rule"]): string {
  const files = globs.length === 0 ? "" : ` (${globs.join(", ")})`;
  return `- rule://${encodeURI(name)}: ${description.replaceAll(/\s+/g, " ").trim()}${files}`;
}
