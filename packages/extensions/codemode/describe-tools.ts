import type { AgentTool } from "@tau/agent";
import type { ExtensionAPI, ServiceKey, ToolInfo } from "@tau/coding-agent";
import { declareTool } from "./declarations/declare-tool.ts";

/** Ranks tools by a query. The battery tool-search provides it. */
type RankTools = (tools: readonly SearchedTool[], query: string, limit: number) => string[];
type SearchedTool = Pick<ToolInfo, "name" | "description" | "parameters" | "namespace">;

const RANKING = "tool-ranking" as ServiceKey<RankTools>;
const DEFAULT_LIMIT = 8;

/** Returns the function that answers what a script asks about tools. It resolves to JSON texts. */
export function describeTools(
  pi: ExtensionAPI,
  tools: readonly AgentTool[],
  identifiers: ReadonlyMap<string, string>,
): (question: string, args: unknown) => Promise<string> {
  const facts = () => new Map(pi.getAllTools().map((tool) => [tool.name, tool]));
  const idOf = (name: string) => identifiers.get(name) ?? name;
  const named = (tool: AgentTool) => ({ name: idOf(tool.name), description: tool.description });

  const search = async ({ query, limit = DEFAULT_LIMIT, namespace }: Record<string, unknown>) => {
    const known = facts();
    const inNamespace = tools.filter(({ name }) => isNamed(known.get(name), namespace));
    const names = await rank(pi, withNamespaces(inNamespace, known), String(query ?? ""), Number(limit));
    return names.flatMap((name) => inNamespace.filter((tool) => tool.name === name)).map(named);
  };
  const describe = ({ name }: Record<string, unknown>) => {
    const tool = tools.find((each) => each.name === name || idOf(each.name) === name);
    return tool ? declareTool(idOf(tool.name), tool, facts().get(tool.name)?.promptGuidelines) : null;
  };
  const describeNamespace = ({ name }: Record<string, unknown>) => {
    const known = facts();
    const members = tools.filter((tool) => isNamed(known.get(tool.name), name));
    const [first] = members;
    const namespace = first && known.get(first.name)?.namespace;
    if (typeof name !== "string" || !namespace) return null;
    const { description, instructions } = namespace;
    return { name: namespace.name, description, instructions, tools: members.map(named) };
  };

  return async (question, args) => {
    const given = args as Record<string, unknown>;
    if (question === "search") return JSON.stringify(await search(given));
    return JSON.stringify(question === "tool" ? describe(given) : describeNamespace(given));
  };
}

function isNamed(tool: ToolInfo | undefined, namespace: unknown): boolean {
  if (namespace === undefined) return true;
  const { name, aliases = [] } = tool?.namespace ?? {};
  return name === namespace || aliases.some((alias) => alias === namespace);
}

function withNamespaces(tools: readonly AgentTool[], known: ReadonlyMap<string, ToolInfo>): SearchedTool[] {
  return tools.map(({ name, description, parameters }) => {
    const namespace = known.get(name)?.namespace;
    return { name, description, parameters: parameters as ToolInfo["parameters"], ...(namespace ? { namespace } : {}) };
  });
}

/** Without the battery, tools match that contain the query. */
async function rank(pi: ExtensionAPI, tools: readonly SearchedTool[], query: string, limit: number): Promise<string[]> {
  if (pi.services.has(RANKING)) return (await pi.services.use(RANKING))(tools, query, limit);
  const wanted = query.toLowerCase();
  const matches = tools.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted));
  return matches.slice(0, limit).map(({ name }) => name);
}
