import type { Agent } from "./agents/agent.ts";

/** Tools for the user's own session only: the task list on the screen, and questions to the user. */
const NEVER = ["todo", "ask"];
const PLANNING = ["read", "grep", "find", "ls", "lsp", "fetch", "web_search"];

export interface ToolChoice {
  readonly tools: readonly string[];
  readonly excludeTools: readonly string[];
}

export interface ToolSources {
  /** The tools offered to the parent. */
  readonly offered: readonly string[];
  /** Whether the agent may delegate work. */
  readonly spawns: boolean;
  /** Whether agents can send messages. Default: false. */
  readonly hasIrc?: boolean;
  /** In plan mode nothing may be changed, not even by agents. */
  readonly isPlanning: boolean;
}

/** Returns the tools of an agent: its own list, else its parent's. */
export function chooseTools(agent: Agent, { offered, spawns, hasIrc, ...mode }: ToolSources): ToolChoice {
  const isPlanning = mode.isPlanning || agent.isPlanning;
  const listed = agent.tools ?? offered;
  const allowed = isPlanning ? listed.filter((name) => PLANNING.includes(name)) : listed;
  const maySpawn = spawns && !isPlanning && agent.spawns !== undefined;
  const tools = [...new Set([...allowed, ...(maySpawn ? ["task"] : []), ...(hasIrc ? ["irc"] : [])])];
  const excludeTools = [...NEVER, ...(maySpawn ? [] : ["task"]), ...(agent.excludedTools ?? [])];
  return { tools, excludeTools };
}
