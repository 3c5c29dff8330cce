import type { SettingsStore } from "../../settings/index.ts";
import type { ToolChoice } from "./tool-choice.ts";

/** The tool with which a model finds other tools. */
export const SEARCH_TOOL = "tool_search";

/** The initial state that a tool asks for when it is registered. */
export interface ToolStart {
  readonly name: string;
  readonly isBuiltIn?: boolean;
  /** Whether to offer the tool to the model. False for tools that are inactive or only for other tools. */
  readonly isOffered: boolean;
  /** Whether the tool should be declared only after a search has returned it. */
  readonly isDeferred?: boolean;
}

/** The initial state of a tool. If neither is true, the tool is off. */
export interface ToolStartState {
  readonly isActive: boolean;
  readonly isFindable: boolean;
}

export type LoadoutPolicy = (tool: ToolStart) => ToolStartState;

/**
 * Decides which tools are declared from the first request on, and which only after a search has returned them. Without a search tool all
 * are declared. Tools that the user names are always declared.
 */
export function loadoutPolicy(
  choice: ToolChoice,
  settings: Pick<SettingsStore, "get">,
  hasTool: (name: string) => boolean,
): LoadoutPolicy {
  return ({ name, isBuiltIn = false, isOffered, isDeferred = false }) => {
    const hasSearch = hasTool(SEARCH_TOOL) && choice.isOn({ name: SEARCH_TOOL, isBuiltIn: false, byDefault: true });
    const mode = hasSearch ? settings.get("tools.discoveryMode") : "off";
    const isSearch = name === SEARCH_TOOL;
    const waits = {
      auto: isDeferred,
      all: true,
      "mcp-only": name.startsWith("mcp__"),
      off: false,
    }[mode];
    const isDirect = isSearch ? mode !== "off" : !waits || settings.get("tools.essential").includes(name);
    const isActive = choice.isOn({ name, isBuiltIn, byDefault: isOffered && isDirect });
    const isFindable = mode !== "off" && !isSearch && !isActive && (isDeferred || (isOffered && !isDirect));
    return { isActive, isFindable: isFindable && choice.isOn({ name, isBuiltIn, byDefault: true }) };
  };
}
