import type { Session } from "../core/session/session.ts";
import { nearest } from "../core/text/nearest.ts";
import { allToolNames } from "../core/tools/registry.ts";
import type { Options } from "./options.ts";

/** What `--tools` names and does not exist: a mistyped name would otherwise only show by what the model cannot do. */
export function unknownTools({ tools = [] }: Options, session: Pick<Session, "tools" | "extensions">): string[] {
  const names = tools.map((entry) => entry.replace(/^[+-]/, "")).filter((name) => !/\*|^mcp__/.test(name));
  // The list leaves out every other tool, so the session has only those of it that exist.
  const known: string[] = [...allToolNames, ...session.tools.all().map(({ tool }) => tool.name)];
  return names
    .filter((name) => !known.includes(name) && !session.extensions?.hasTool(name))
    .map((name) => {
      const meant = nearest(name, known);
      return `--tools: there is no tool "${name}".${meant ? ` Did you mean ${meant}?` : ""}`;
    });
}
