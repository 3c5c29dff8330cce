import { applyToolModifiers, isToolModifier } from "../../settings/tool-selection.ts";

export interface ToolWishes {
  /** Only these names and patterns exist, whatever `noTools` says; or, with `+name` and `-name` alone, changes to what would be on. */
  readonly tools?: readonly string[] | undefined;
  /** Names and patterns that do not exist, whatever else is said. */
  readonly excludeTools?: readonly string[] | undefined;
  readonly noTools?: "all" | "builtin" | undefined;
  /** The setting. */
  readonly defaultTools?: readonly string[] | undefined;
}

/** A tool that asks whether it is offered at start. */
export interface ToolAsking {
  readonly name: string;
  readonly isBuiltIn: boolean;
  /** Where nobody says anything. */
  readonly byDefault: boolean;
}

export interface ToolChoice {
  /** Whether the session has the tool at all: one that it does not have cannot be turned on later. */
  exists(name: string): boolean;
  /** Whether the model is offered the tool from the start. */
  isOn(tool: ToolAsking): boolean;
}

/** Plain names of the setting choose among the built-in tools; other tools stay on beside them. */
export function chooseTools({ tools, excludeTools = [], noTools, defaultTools }: ToolWishes): ToolChoice {
  const isExcluded = nameMatcher(excludeTools);
  const isListed = tools && !(tools.length > 0 && tools.every(isToolModifier)) ? nameMatcher(tools) : undefined;
  const plain = (defaultTools ?? []).filter((entry) => !isToolModifier(entry));
  // An empty list wants none of the built-in tools.
  const replaces = plain.length > 0 || defaultTools?.length === 0;
  const changes = [...(defaultTools ?? []), ...(isListed ? [] : (tools ?? []))].filter(isToolModifier);
  const exists = (name: string) => !isExcluded(name) && (isListed ? isListed(name) : noTools !== "all");
  return {
    exists,
    isOn({ name, isBuiltIn, byDefault }) {
      if (!exists(name)) return false;
      if (isListed) return true;
      if (noTools === "builtin" && isBuiltIn) return false;
      const isOn = plain.includes(name) || (byDefault && !(isBuiltIn && replaces));
      return applyToolModifiers(isOn ? [name] : [], changes).includes(name);
    },
  };
}

/** `*` in a pattern stands for any characters. */
function nameMatcher(patterns: readonly string[]): (name: string) => boolean {
  const names = new Set(patterns.filter((pattern) => !pattern.includes("*")));
  const globs = patterns.filter((pattern) => pattern.includes("*")).map(toExpression);
  return (name) => names.has(name) || globs.some((glob) => glob.test(name));
}

function toExpression(pattern: string): RegExp {
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`);
}
