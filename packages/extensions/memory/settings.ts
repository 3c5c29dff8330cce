import type { ExtensionManifest } from "@tau/coding-agent";

const DEFAULTS = {
  maxTokens: 1_024,
  contextTurns: 1,
  maxQueryChars: 800,
  idleMinutes: 5,
  timeoutSeconds: 10,
  everyTurns: 3,
  overlapTurns: 2,
  refreshMs: 300_000,
  renderChars: 16_000,
} as const;

export const SETTINGS: NonNullable<ExtensionManifest["settings"]> = {
  memory: {
    type: "object",
    description: "What Tau remembers across sessions.",
    properties: {
      backend: {
        type: "string",
        enum: ["off", "local", "hindsight"],
        default: "off",
        description: "Where memories are kept: in Tau's home, or on a Hindsight server. off: nothing is remembered.",
      },
      autoRecall: {
        type: "boolean",
        default: true,
        description: "Whether memories that fit your prompt are shown to the model at the start of a run.",
      },
      recallMaxTokens: {
        type: "integer",
        minimum: 50,
        maximum: 20_000,
        default: DEFAULTS.maxTokens,
        description: "The most tokens that recalled memories take.",
      },
      consolidate: {
        type: "boolean",
        default: false,
        description:
          "Whether the model merges memories that repeat or contradict each other, while Tau is idle. It costs requests. Local memories only.",
      },
      consolidateAfterMinutes: {
        type: "number",
        minimum: 0.01,
        default: DEFAULTS.idleMinutes,
        description: "How long Tau is idle before that.",
      },
    },
  },
  hindsight: {
    type: "object",
    description: "The Hindsight server, if memory.backend is hindsight.",
    properties: {
      apiUrl: {
        type: "string",
        description: "Its address, such as http://localhost:8888. Default: HINDSIGHT_API_URL.",
      },
      apiToken: { type: "string", description: "Its key. Better: the variable HINDSIGHT_API_KEY." },
      bankId: { type: "string", default: "tau", description: "The bank that holds the memories." },
      scoping: {
        type: "string",
        enum: ["global", "per-project", "per-project-tagged"],
        default: "per-project-tagged",
        description: "One bank for all projects, a bank for each, or one bank with a tag for each project.",
      },
      timeoutSeconds: {
        type: "number",
        minimum: 0.1,
        maximum: 300,
        default: DEFAULTS.timeoutSeconds,
        description: "How long a request may take. The start of a run waits for at most 1.5 s.",
      },
      recallBudget: {
        type: "string",
        enum: ["low", "mid", "high"],
        default: "mid",
        description: "How thoroughly the server searches.",
      },
      recallMaxTokens: {
        type: "integer",
        minimum: 50,
        description: "The most tokens that recalled memories take. Default: memory.recallMaxTokens.",
      },
      recallTypes: {
        type: "array",
        items: { type: "string" },
        default: ["world", "experience"],
        description: "The types of facts to search.",
      },
      recallContextTurns: {
        type: "integer",
        minimum: 1,
        default: DEFAULTS.contextTurns,
        description: "How many of your latest prompts are searched for. Holds for local memories too.",
      },
      recallMaxQueryChars: {
        type: "integer",
        minimum: 50,
        default: DEFAULTS.maxQueryChars,
        description: "The longest query. Holds for local memories too.",
      },
      retainEveryNTurns: {
        type: "integer",
        minimum: 0,
        default: DEFAULTS.everyTurns,
        description: "After how many prompts the conversation is sent to the server. 0: only what the model retains.",
      },
      retainOverlapTurns: {
        type: "integer",
        minimum: 0,
        default: DEFAULTS.overlapTurns,
        description: "How many earlier prompts are sent along, if retainMode is recent-turns.",
      },
      retainMode: {
        type: "string",
        enum: ["full-session", "recent-turns"],
        default: "full-session",
        description: "Whether the whole conversation is sent, as one document, or only its new turns.",
      },
      retainContext: { type: "string", default: "tau", description: "The context of memories that have none." },
      retainMission: { type: "string", description: "What the server should keep." },
      reflectMission: { type: "string", description: "What the bank is for." },
      mentalModelsEnabled: {
        type: "boolean",
        default: true,
        description: "Whether the server's summaries are part of the system prompt.",
      },
      mentalModelAutoSeed: {
        type: "boolean",
        default: true,
        description: "Whether Tau asks the server to keep three summaries, if they do not exist.",
      },
      mentalModelRefreshIntervalMs: {
        type: "integer",
        minimum: 1_000,
        default: DEFAULTS.refreshMs,
        description: "How old the summaries may get before they are read again.",
      },
      mentalModelMaxRenderChars: {
        type: "integer",
        minimum: 500,
        default: DEFAULTS.renderChars,
        description: "The most characters that they take in the system prompt.",
      },
    },
  },
};

export interface MemorySettings {
  readonly backend: "off" | "local" | "hindsight";
  readonly autoRecall: boolean;
  readonly recallMaxTokens: number;
  readonly consolidate: boolean;
  readonly consolidateAfterMs: number;
  readonly contextTurns: number;
  readonly maxQueryChars: number;
}

export interface HindsightSettings {
  readonly apiUrl: string | undefined;
  readonly apiToken: string | undefined;
  readonly bankId: string;
  readonly scoping: "global" | "per-project" | "per-project-tagged";
  readonly timeoutMs: number;
  readonly recallBudget: string;
  readonly recallTypes: readonly string[];
  readonly retainEveryTurns: number;
  readonly retainOverlapTurns: number;
  readonly retainMode: "full-session" | "recent-turns";
  readonly retainContext: string;
  readonly retainMission: string | undefined;
  readonly reflectMission: string | undefined;
  readonly mentalModels: {
    readonly isEnabled: boolean;
    readonly isSeeding: boolean;
    readonly refreshMs: number;
    readonly maxChars: number;
  };
}

/** Returns a setting, which has a default and is validated. */
type Get = (path: string) => unknown;

export function memorySettings(get: Get): MemorySettings {
  return {
    backend: get("memory.backend") as MemorySettings["backend"],
    autoRecall: get("memory.autoRecall") !== false,
    recallMaxTokens:
      (get("memory.backend") === "hindsight" ? numberAt(get, "hindsight.recallMaxTokens", undefined) : undefined) ??
      numberAt(get, "memory.recallMaxTokens", DEFAULTS.maxTokens),
    consolidate: get("memory.consolidate") === true,
    consolidateAfterMs: numberAt(get, "memory.consolidateAfterMinutes", DEFAULTS.idleMinutes) * 60_000,
    contextTurns: numberAt(get, "hindsight.recallContextTurns", DEFAULTS.contextTurns),
    maxQueryChars: numberAt(get, "hindsight.recallMaxQueryChars", DEFAULTS.maxQueryChars),
  };
}

export function hindsightSettings(get: Get): HindsightSettings {
  const { HINDSIGHT_API_URL, HINDSIGHT_API_KEY } = process.env;
  return {
    apiUrl: textAt(get, "hindsight.apiUrl") ?? HINDSIGHT_API_URL,
    apiToken: textAt(get, "hindsight.apiToken") ?? HINDSIGHT_API_KEY,
    bankId: textAt(get, "hindsight.bankId") ?? "tau",
    scoping: (textAt(get, "hindsight.scoping") ?? "per-project-tagged") as HindsightSettings["scoping"],
    timeoutMs: numberAt(get, "hindsight.timeoutSeconds", DEFAULTS.timeoutSeconds) * 1_000,
    recallBudget: textAt(get, "hindsight.recallBudget") ?? "mid",
    recallTypes: (get("hindsight.recallTypes") as string[] | undefined) ?? ["world", "experience"],
    retainEveryTurns: numberAt(get, "hindsight.retainEveryNTurns", DEFAULTS.everyTurns),
    retainOverlapTurns: numberAt(get, "hindsight.retainOverlapTurns", DEFAULTS.overlapTurns),
    retainMode: (textAt(get, "hindsight.retainMode") ?? "full-session") as HindsightSettings["retainMode"],
    retainContext: textAt(get, "hindsight.retainContext") ?? "tau",
    retainMission: textAt(get, "hindsight.retainMission"),
    reflectMission: textAt(get, "hindsight.reflectMission"),
    mentalModels: {
      isEnabled: get("hindsight.mentalModelsEnabled") !== false,
      isSeeding: get("hindsight.mentalModelAutoSeed") !== false,
      refreshMs: numberAt(get, "hindsight.mentalModelRefreshIntervalMs", DEFAULTS.refreshMs),
      maxChars: numberAt(get, "hindsight.mentalModelMaxRenderChars", DEFAULTS.renderChars),
    },
  };
}

function textAt(get: Get, path: string): string | undefined {
  const value = get(path);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

function numberAt<T>(get: Get, path: string, otherwise: T): number | T {
  const value = get(path);
  return typeof value === "number" ? value : otherwise;
}
