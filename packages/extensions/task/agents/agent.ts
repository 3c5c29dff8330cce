import { type AgentDefinition, type ChildOptions, findUnknownType } from "@tau/coding-agent";

type ThinkingLevel = NonNullable<ChildOptions["thinkingLevel"]>;

type Isolation = (typeof ISOLATIONS)[number];

const ISOLATIONS = ["none", "worktree", "overlay"] as const;

/** An agent that can do tasks for the model. */
export interface Agent {
  readonly name: string;
  /** When to choose this agent. */
  readonly description: string;
  readonly systemPrompt: string;
  /** `bundled`, or the path of the agent's file. */
  readonly source: string;
  /** A model, a pattern, a role (`smol`) or `inherit`. With several, separated by commas, the first available one is used. */
  readonly model?: string;
  readonly thinking?: ThinkingLevel;
  /** Absent: the tools of its parent. */
  readonly tools?: readonly string[];
  readonly excludedTools?: readonly string[];
  /** The agents to which this agent may delegate. */
  readonly spawns?: "*" | readonly string[];
  /** The JSON Schema of the agent's result. */
  readonly output?: object;
  readonly maxTurns?: number;
  /** Whether it works in a copy of the repository. */
  readonly isolation?: Isolation;
  /** Set if it only reads, whatever its tools say. */
  readonly isPlanning?: true;
  /** Set if its tasks are always background jobs, where there are any. */
  readonly isBackground?: true;
}

/** The tools of Tau for the tool names of other programs. */
const TOOL_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ["glob", ["find"]],
  ["multiedit", ["edit"]],
  ["notebookedit", ["edit"]],
  ["webfetch", ["fetch"]],
  ["websearch", ["web_search"]],
  ["agent", ["task"]],
  ["todowrite", ["todo"]],
  ["todo_write", ["todo"]],
  ["exec", ["bash", "eval"]],
]);

const LEVELS: readonly ThinkingLevel[] = ["off", "minimal", "low", "medium", "high", "xhigh", "max"];

/** Reads the agent of a file. Returns the problem if its front matter is invalid. */
export function readAgent(definition: AgentDefinition): Agent | { readonly problem: string } {
  const { name, description, systemPrompt, filePath, fields, tools, model } = definition;
  const thinking = fields.thinking ?? fields.thinkingLevel ?? fields.effort;
  const { output, maxTurns, isolation } = fields;
  const problem = problemOf({ name, thinking, output, maxTurns, isolation });
  if (problem !== undefined) return { problem: `${filePath}: ${problem}; this agent is left out` };
  const excludedTools = words(fields.disallowedTools);
  const spawns = spawnsOf(fields.spawns, tools);
  return {
    ...{ name, description, systemPrompt, source: filePath },
    ...(tools && { tools: tools.flatMap(toolNames) }),
    ...(excludedTools && { excludedTools: excludedTools.flatMap(toolNames) }),
    ...(model && { model }),
    ...(isLevel(thinking) && { thinking }),
    ...(spawns && { spawns }),
    ...(isObject(output) && { output }),
    ...(typeof maxTurns === "number" && { maxTurns: Math.floor(maxTurns) }),
    ...(isIsolation(isolation) && { isolation }),
    ...(fields.permissionMode === "plan" && { isPlanning: true }),
    ...(fields.background === true && { isBackground: true }),
  };
}

type Checked = Record<"name" | "thinking" | "output" | "maxTurns" | "isolation", unknown>;

function problemOf({ name, thinking, output, maxTurns, isolation }: Checked) {
  if (!/^\w[\w.:-]*$/.test(String(name))) return `"${name}" is no name for an agent (letters, digits, - and _)`;
  if (thinking !== undefined && !isLevel(thinking))
    return `thinking is "${String(thinking)}", not one of ${LEVELS.join(", ")}`;
  const unknownType = findUnknownType(output);
  if (unknownType !== undefined) return `output is not a JSON Schema: ${unknownType}`;
  if (output !== undefined && !isObject(output)) return "output is not a JSON Schema";
  if (maxTurns !== undefined && !(typeof maxTurns === "number" && maxTurns >= 1))
    return "maxTurns is not a number above 0";
  if (isolation !== undefined && !isIsolation(isolation))
    return `isolation is "${String(isolation)}", not one of ${ISOLATIONS.join(", ")}`;
  return undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the tools that a name stands for. In `Agent(a, b)` and `Read(src/**)` the name is before the bracket. */
function toolNames(written: string): readonly string[] {
  const [plain = ""] = written.trim().split("(");
  const known = TOOL_NAMES.get(plain.toLowerCase());
  if (known) return known;
  return plain.startsWith("mcp__") ? [/__.+__/.test(plain) ? plain : `${plain}__*`] : [plain.toLowerCase()];
}

/** Returns the agents to which an agent may delegate. By default, an agent that has the `task` tool may use any. */
function spawnsOf(value: unknown, tools: readonly string[] | undefined): Agent["spawns"] {
  if (value === "*" || value === true) return "*";
  const named = words(value);
  if (named) return named.includes("*") ? "*" : named;
  return tools?.some((tool) => toolNames(tool).includes("task")) ? "*" : undefined;
}

function words(value: unknown): string[] | undefined {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "string" && value.trim() !== ""
    ? value.split(",").flatMap((word) => word.trim() || [])
    : undefined;
}

function isIsolation(value: unknown): value is Isolation {
  return ISOLATIONS.some((isolation) => isolation === value);
}

function isLevel(value: unknown): value is ThinkingLevel {
  return LEVELS.some((level) => level === value);
}
