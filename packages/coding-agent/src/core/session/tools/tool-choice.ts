import { applyToolModifiers, isToolModifier } from "../../settings/tool-selection.ts";

export interface ToolWishes {
  /**
   * Names and patterns of the only tools that exist, regardless of `noTools`. If all entries have the form `+name` or `-name`, they are
   * changes to the default selection instead.
   */
  readonly tools?: readonly string[] | undefined;
  /** Names and patterns of tools that do not exist, regardless of all other options. */
  readonly excludeTools?: readonly string[] | undefined;
  readonly noTools?: "all" | "builtin" | undefined;
  /** The setting `defaultTools`. */
  readonly defaultTools?: readonly string[] | undefined;
}

/** A tool for which the initial state has to be decided. */
export interface ToolAsking {
  readonly name: string;
  readonly isBuiltIn: boolean;
  /** The state if no option or setting mentions the tool. */
  readonly byDefault: boolean;
}

export interface ToolChoice {
  /** Whether the session has the tool at all. A tool that it does not have cannot be activated later. */
  exists(name: string): boolean;
  /** Whether the model is offered the tool from the start. */
  isOn(tool: ToolAsking): boolean;
}

/** Combines the options and the setting. Plain names in the setting select among the built-in tools; other tools stay on. */
export function chooseTools({ tools, excludeTools = [], noTools, defaultTools }: ToolWishes): ToolChoice {
  const isExcluded = nameMatcher(excludeTools);
  const isListed = tools && !(tools.length > 0 && tools.every(isToolModifier)) ? nameMatcher(tools) : undefined;
  const plain = (defaultTools ?? []).filter((entry) => !isToolModifier(entry));
  // An empty list selects none of the built-in tools.
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
