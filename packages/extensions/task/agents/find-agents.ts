import type { ExtensionContext } from "@tau/coding-agent";
import { type Agent, readAgent } from "./agent.ts";
import { BUNDLED } from "./bundled.ts";

export interface FoundAgents {
  /** By name; agents of files take precedence over bundled ones. */
  readonly agents: ReadonlyMap<string, Agent>;
  /** One line for each file that was left out. */
  readonly problems: readonly string[];
}

/** Resolves to the agents available now. Reads the files each time, so that a new agent needs no restart. */
export async function findAgents(
  { resources }: Pick<ExtensionContext, "resources">,
  disabled: readonly string[] = [],
): Promise<FoundAgents> {
  const [definitions, leftOut] = await Promise.all([resources.agents(), resources.agentProblems()]);
  const agents = new Map<string, Agent>();
  const problems = [...leftOut];
  for (const definition of definitions) {
    const agent = readAgent(definition);
    if ("problem" in agent) problems.push(agent.problem);
    else if (!agents.has(agent.name)) agents.set(agent.name, agent);
  }
  for (const agent of BUNDLED) if (!agents.has(agent.name)) agents.set(agent.name, agent);
  for (const name of disabled) agents.delete(name);
  return { agents, problems };
}

const LONGEST_DESCRIPTION = 120;

/** Lists the agents of files for the system prompt. The bundled agents are in the description of the tool. */
export function describeAgents(agents: Iterable<Agent>): string {
  const lines = [...agents].flatMap(({ name, description, source }) => {
    if (source === "bundled") return [];
    const [line = ""] = description.split("\n");
    return [`- ${name}: ${line.length > LONGEST_DESCRIPTION ? `${line.slice(0, LONGEST_DESCRIPTION - 1)}…` : line}`];
  });
  return lines.length === 0 ? "" : ["More agents for task:", ...lines].join("\n");
}
