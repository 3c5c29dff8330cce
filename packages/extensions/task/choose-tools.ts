import type { Agent } from "./agents/agent.ts";

/** They are for the user's own session: a list of tasks on its screen, questions to its user. */
const NEVER = ["todo", "ask"];
const PLANNING = ["read", "grep", "find", "ls", "lsp", "fetch", "web_search"];

export interface ToolChoice {
  readonly tools: readonly string[];
  readonly excludeTools: readonly string[];
}

export interface ToolSources {
  /** What the parent is offered. */
  readonly offered: readonly string[];
  /** May it hand work on? */
  readonly spawns: boolean;
  /** In plan mode nothing is changed, by agents neither. */
  readonly isPlanning: boolean;
}

/** The tools of an agent: its own list, else its parent's. */
export function chooseTools(agent: Agent, { offered, spawns, isPlanning }: ToolSources): ToolChoice {
  const listed = agent.tools ?? offered;
  const allowed = isPlanning ? listed.filter((name) => PLANNING.includes(name)) : listed;
  const maySpawn = spawns && !isPlanning && agent.spawns !== undefined;
  const tools = [...new Set([...allowed, ...(maySpawn ? ["task"] : [])])];
  const excludeTools = [...NEVER, ...(maySpawn ? [] : ["task"]), ...(agent.excludedTools ?? [])];
  return { tools, excludeTools };
}
