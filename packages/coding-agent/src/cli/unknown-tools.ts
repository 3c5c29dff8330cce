import type { ToolSet } from "../core/session/tools/tool-set.ts";
import { nearest } from "../core/text/nearest.ts";
import type { Options } from "./options.ts";

/** What `--tools` names and nobody has: a mistyped name would otherwise only show by what the model cannot do. */
export function unknownTools({ tools = [] }: Options, present: ToolSet): string[] {
  const names = tools.map((entry) => entry.replace(/^[+-]/, "")).filter((name) => !/\*|^mcp__/.test(name));
  const known = present.all().map(({ tool }) => tool.name);
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const meant = nearest(name, known);
      return `--tools: there is no tool "${name}".${meant ? ` Did you mean ${meant}?` : ""}`;
    });
}
