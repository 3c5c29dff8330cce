import type { ExtensionManifest } from "@tau/coding-agent";

const limit = (type: "integer" | "number", description: string, start?: number) => ({
  type,
  minimum: 0,
  ...(start === undefined ? {} : { default: start }),
  description,
});

const DEFAULT_CONCURRENCY = 8;
const DEFAULT_DEPTH = 2;
const DEFAULT_TURNS = 100;
const DEFAULT_SECONDS = 3600;

export const SETTINGS: NonNullable<ExtensionManifest["settings"]> = {
  task: {
    type: "object",
    description: "Agents that the model hands work to.",
    properties: {
      maxConcurrency: {
        type: "integer",
        minimum: 1,
        maximum: 64,
        default: DEFAULT_CONCURRENCY,
        description: "How many agents of one call work at once.",
      },
      maxRecursionDepth: {
        type: "integer",
        minimum: 1,
        maximum: 3,
        default: DEFAULT_DEPTH,
        description: "How deep agents may hand work on. 1: agents themselves hand on nothing.",
      },
      disabledAgents: { type: "array", items: { type: "string" }, description: "Agents that are not offered." },
      agentModelOverrides: {
        type: "object",
        additionalProperties: { type: "string" },
        description: "Models by the names of agents: a model, a pattern, or a role. They come before the agent's own.",
      },
      isolation: {
        type: "object",
        description: "Whether agents work in copies of your files.",
        properties: {
          mode: {
            type: "string",
            enum: ["none", "worktree", "overlay"],
            default: "none",
            description:
              "worktree: each agent that may change files works in a git worktree of its own. overlay: in a mounted view of your folder, with ignored files; where none can be mounted, in a worktree.",
          },
          merge: {
            type: "string",
            enum: ["patch", "branch"],
            default: "patch",
            description:
              "patch: changes are merged into your files, uncommitted. branch: they are committed to a branch.",
          },
        },
      },
      limits: {
        type: "object",
        description: "When a task is stopped. 0 does not limit.",
        properties: {
          turns: limit("integer", "Requests to the model.", DEFAULT_TURNS),
          tokens: limit("integer", "Tokens of all kinds together."),
          cost: limit("number", "US dollars."),
          seconds: limit("integer", "Time.", DEFAULT_SECONDS),
        },
      },
    },
  },
};

export interface TaskSettings {
  readonly maxConcurrency: number;
  readonly maxRecursionDepth: number;
  readonly disabledAgents: readonly string[];
  readonly agentModelOverrides: Readonly<Record<string, string>>;
  readonly limits: Readonly<Partial<Record<"turns" | "tokens" | "cost" | "seconds", number>>>;
  readonly isolation: { readonly mode: "none" | "worktree" | "overlay"; readonly merge: "patch" | "branch" };
  readonly modelRoles: Readonly<Record<string, string | undefined>>;
  readonly isPlanning: boolean;
  /** Whether tasks may run in the background. */
  readonly hasJobs: boolean;
  /** Whether agents may send each other messages. */
  readonly hasIrc: boolean;
}

/** Returns the current settings. */
export function taskSettings(settings: object): TaskSettings {
  const {
    task = {},
    modelRoles = {},
    permissionMode,
    async: jobs,
    irc,
  } = settings as {
    task?: Partial<Omit<TaskSettings, "modelRoles" | "isPlanning" | "hasJobs" | "hasIrc" | "isolation">> & {
      readonly isolation?: Partial<TaskSettings["isolation"]>;
    };
    modelRoles?: Record<string, string | undefined>;
    permissionMode?: string;
    async?: { readonly enabled?: boolean };
    irc?: { readonly enabled?: boolean };
  };
  const limits = { turns: DEFAULT_TURNS, seconds: DEFAULT_SECONDS, ...task.limits };
  return {
    maxConcurrency: task.maxConcurrency ?? DEFAULT_CONCURRENCY,
    maxRecursionDepth: task.maxRecursionDepth ?? DEFAULT_DEPTH,
    disabledAgents: task.disabledAgents ?? [],
    agentModelOverrides: task.agentModelOverrides ?? {},
    limits: Object.fromEntries(Object.entries(limits).filter(([, value]) => value > 0)),
    isolation: { mode: "none", merge: "patch", ...task.isolation },
    modelRoles,
    isPlanning: permissionMode === "plan",
    hasJobs: jobs?.enabled ?? true,
    hasIrc: irc?.enabled ?? true,
  };
}
