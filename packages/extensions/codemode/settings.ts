import type { ExtensionManifest } from "@tau/coding-agent";
import type { ScriptLimits } from "./sandbox/run-script.ts";

const DEFAULT_BUDGET = 3000;
const DEFAULT_SECONDS = 30;
const DEFAULT_CALLS = 5000;
const DEFAULT_MEGABYTES = 256;

export const SETTINGS: NonNullable<ExtensionManifest["settings"]> = {
  codemode: {
    type: "object",
    properties: {
      mode: {
        enum: ["on", "only"],
        default: "on",
        description: "Whether other tools stay declared beside code mode once it is declared, or are listed in it.",
      },
      inlineBudget: {
        type: "number",
        minimum: 0,
        default: DEFAULT_BUDGET,
        description: "Tokens of tool declarations that the description may hold.",
      },
      timeout: {
        type: "number",
        minimum: 1,
        maximum: 86_400,
        default: DEFAULT_SECONDS,
        description: "Seconds that a script may compute. Time in which it waits for tools does not count.",
      },
      maxCalls: {
        type: "integer",
        minimum: 1,
        default: DEFAULT_CALLS,
        description: "How many calls of tools one script may make.",
      },
      memory: {
        type: "integer",
        minimum: 16,
        maximum: 2048,
        default: DEFAULT_MEGABYTES,
        description: "Megabytes of memory that a script may use.",
      },
    },
  },
};

/** The options of `createCodemodeExtension`. They override the settings. */
export interface CodemodeOptions {
  readonly mode: "on" | "only";
  readonly inlineBudget: number;
}

export function codemodeOptions(settings: object, options: Partial<CodemodeOptions> = {}): CodemodeOptions {
  const { codemode = {} } = settings as { codemode?: Partial<CodemodeOptions> };
  return {
    mode: options.mode ?? codemode.mode ?? "on",
    inlineBudget: options.inlineBudget ?? codemode.inlineBudget ?? DEFAULT_BUDGET,
  };
}

export function scriptLimits(settings: object): ScriptLimits {
  const { codemode = {} } = settings as { codemode?: { timeout?: number; maxCalls?: number; memory?: number } };
  const { timeout = DEFAULT_SECONDS, maxCalls = DEFAULT_CALLS, memory = DEFAULT_MEGABYTES } = codemode;
  return { computeMs: timeout * 1000, calls: maxCalls, memoryBytes: memory * 1024 * 1024 };
}
