import type { LineDecorator } from "../../../tool-ports.ts";
import type { EditMode } from "../edit-mode.ts";
import type { SeenVersions } from "../hashline/versions.ts";
import { applyVim } from "./apply.ts";
import { description, inputDescription, prompt } from "./description.ts";
import { parseVim } from "./parse.ts";

export function vimMode(versions: SeenVersions): EditMode {
  return {
    description,
    prompt,
    inputDescription,
    parse: (input) => ({
      warnings: [],
      changes: parseVim(input).map((section) => ({
        kind: "update",
        path: section.path,
        // Without a pattern, the file need not contain anything.
        isNewIfMissing: section.commands.every(
          (command) => command.kind === "append" && typeof command.at === "string",
        ),
        apply: (content, absolutePath) => applyVim(content, section, versions.of(absolutePath)),
      })),
    }),
    onChanged: (absolutePath, after) => versions.add(absolutePath, after),
  };
}

/** Remembers what `read` and `grep` show, and shows it unchanged. */
export function vimDecorator(versions: SeenVersions): LineDecorator {
  const { decorate } = versions.decorator();
  return {
    name: "vim",
    decorate: (lines, tool) => {
      decorate(lines, tool);
      return lines.map(({ text }) => text);
    },
  };
}
