import { ToolError } from "../../../tool-error.ts";
import type { FileChange } from "../change-files.ts";
import type { EditMode } from "../edit-mode.ts";
import { reportLine } from "./anchor.ts";
import { applyHashline } from "./apply.ts";
import { description, grammar, inputDescription, prompt } from "./description.ts";
import { type HashlineSection, parseHashline, payloadSeparator } from "./parse.ts";
import type { SeenVersions } from "./versions.ts";

/** `absorbInserts` is asked for each edit, because a setting may change. */
export function hashlineMode(versions: SeenVersions, absorbInserts: () => boolean = () => false): EditMode {
  const separator = payloadSeparator();
  return {
    description: description(separator),
    prompt,
    inputDescription,
    grammar: grammar(separator),
    parse: (input) => {
      const { sections, warnings } = parseHashline(input, separator);
      return { changes: sections.map((section) => sectionChange(section, versions, absorbInserts)), warnings };
    },
    report: ({ after, patch }) => anchorsOf(patch, after),
    onChanged: (absolutePath, after) => versions.add(absolutePath, after),
  };
}

function sectionChange(
  { path, ops }: HashlineSection,
  versions: SeenVersions,
  absorbInserts: () => boolean,
): FileChange {
  return {
    kind: "update",
    path,
    // Without an anchor, the file need not contain anything.
    isNewIfMissing: ops.every((op) => op.kind === "insert" && typeof op.at === "string"),
    apply: (content, absolutePath) => {
      try {
        return applyHashline(content, ops, versions.of(absolutePath), { path, absorbInserts: absorbInserts() });
      } catch (error) {
        // The error message shows anchors of the current file, so the model has now seen this version.
        if (error instanceof ToolError && error.code === "no-match") versions.add(absolutePath, content);
        throw error;
      }
    },
  };
}

const MOST_LINES = 60;

/** Returns the current lines of the hunks with their anchors, so that the next edit needs no reading. */
function anchorsOf(patch: string, after: string): string {
  const lines = after.split("\n");
  const shown: string[] = [];
  for (const [, first = "", count = "1"] of patch.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)) {
    if (shown.length > 0) shown.push("...");
    const from = Math.max(1, Number(first));
    for (let number = from; number < from + Number(count) && number <= lines.length; number++)
      shown.push(reportLine(number, lines[number - 1] ?? ""));
  }
  const cut = shown.length > MOST_LINES ? [...shown.slice(0, MOST_LINES), "..."] : shown;
  return cut.join("\n");
}
