import type { Session } from "../session.ts";

/** `found`: a search has declared the tool. `findable`: a search may declare it. `off`: neither. */
type ToolStateName = "declared" | "found" | "findable" | "off";

export interface ToolState {
  readonly name: string;
  readonly description: string;
  readonly state: ToolStateName;
  /** The estimated number of tokens that its declaration adds to each request. */
  readonly tokens: number;
}

const ORDER: readonly ToolStateName[] = ["declared", "found", "findable", "off"];
const CHARACTERS_PER_TOKEN = 4;

/** Returns every tool of a session; those that requests contain come first. */
export function toolStates({ tools }: Pick<Session, "tools">): ToolState[] {
  const declared = new Map(tools.declaredTools().map(({ tool }) => [tool.name, tool]));
  const findable = new Set(tools.findableNames());
  const stateOf = (name: string): ToolStateName => {
    if (declared.has(name)) return tools.isFound(name) ? "found" : "declared";
    return findable.has(name) ? "findable" : "off";
  };
  return tools
    .all()
    .map(({ tool }) => {
      const { name, description, parameters } = declared.get(tool.name) ?? tool;
      const { length } = JSON.stringify({ name, description, parameters });
      return { name, description, state: stateOf(name), tokens: Math.ceil(length / CHARACTERS_PER_TOKEN) };
    })
    .sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
}
