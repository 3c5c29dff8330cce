import type { SettingsStore } from "../../settings/index.ts";
import type { ToolChoice } from "./tool-choice.ts";

/** The tool by which a model finds the others. */
export const SEARCH_TOOL = "tool_search";

/** What a tool asks for when it is registered. */
export interface ToolStart {
  readonly name: string;
  readonly isBuiltIn?: boolean;
  /** It is to be offered: neither inactive nor for other tools alone. */
  readonly isOffered: boolean;
  /** Its author leaves it to a search to declare it. */
  readonly isDeferred?: boolean;
}

/** How a tool begins. Neither: it is off. */
export interface ToolStartState {
  readonly isActive: boolean;
  readonly isFindable: boolean;
}

export type LoadoutPolicy = (tool: ToolStart) => ToolStartState;

/**
 * Which tools are declared from the first request on, and which only once a search has returned them. Where there is no search, all of
 * them are declared; what the user names is declared in any case.
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
