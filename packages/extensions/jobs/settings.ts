import type { ExtensionContext, ExtensionManifest } from "@tau/coding-agent";

const WAITS = { "5s": 5, "10s": 10, "30s": 30, "1m": 60, "5m": 300 } as const;
const DEFAULT_JOBS = 100;
const DEFAULT_THRESHOLD_MS = 60_000;

export const SETTINGS: NonNullable<ExtensionManifest["settings"]> = {
  async: {
    type: "object",
    description: "Commands that run in the background. Over RPC there are none.",
    properties: {
      enabled: { type: "boolean", default: true, description: "Whether the model may start commands as jobs." },
      maxJobs: {
        type: "integer",
        minimum: 1,
        maximum: 100,
        default: DEFAULT_JOBS,
        description: "How many jobs may run at once.",
      },
      pollWaitDuration: {
        type: "string",
        enum: Object.keys(WAITS),
        default: "30s",
        description: "How long the model waits for a job at a time, unless it says otherwise.",
      },
      printWaitSeconds: {
        type: "integer",
        minimum: 0,
        default: 600,
        description:
          "How long print and JSON mode wait for jobs when the model is done. Then they are ended, with a message.",
      },
    },
  },
  bash: {
    type: "object",
    description: "Shell commands of the model.",
    properties: {
      autoBackground: {
        type: "object",
        description: "Commands that take long become jobs, so that the model can continue.",
        properties: {
          enabled: { type: "boolean", description: "Default: at a terminal." },
          thresholdMs: {
            type: "integer",
            minimum: 1000,
            default: DEFAULT_THRESHOLD_MS,
            description: "After how many milliseconds.",
          },
        },
      },
      minimizer: {
        type: "object",
        description: "Shorter outputs for the model.",
        properties: {
          enabled: {
            type: "boolean",
            default: false,
            description:
              "Leave repeated lines, progress and passed tests out of long outputs. The raw output is kept as an artifact.",
          },
        },
      },
    },
  },
};

export interface JobSettings {
  readonly isEnabled: boolean;
  readonly maxJobs: number;
  readonly waitSeconds: number;
  /** Absent if commands do not become jobs automatically. */
  readonly thresholdMs: number | undefined;
}

/** Returns the current settings. */
export function jobSettings(settings: object, { mode }: Pick<ExtensionContext, "mode">): JobSettings {
  const { async: jobs = {}, bash = {} } = settings as {
    async?: { enabled?: boolean; maxJobs?: number; pollWaitDuration?: keyof typeof WAITS };
    bash?: { autoBackground?: { enabled?: boolean; thresholdMs?: number } };
  };
  const { enabled = mode === "tui", thresholdMs = DEFAULT_THRESHOLD_MS } = bash.autoBackground ?? {};
  return {
    isEnabled: jobs.enabled ?? true,
    maxJobs: Math.min(100, Math.max(1, jobs.maxJobs ?? DEFAULT_JOBS)),
    waitSeconds: WAITS[jobs.pollWaitDuration ?? "30s"],
    thresholdMs: enabled ? thresholdMs : undefined,
  };
}
