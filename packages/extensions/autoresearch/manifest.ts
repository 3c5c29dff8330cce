import type { ExtensionManifest } from "@tau/coding-agent";
import { autoresearch } from "./tool.ts";

const limit = (description: string, start: number) => ({
  type: "integer" as const,
  minimum: 0,
  default: start,
  description,
});

/** `autoresearch`: experiments on a metric, each on a branch of its own. */
export const manifest: ExtensionManifest = {
  name: "autoresearch",
  description: "Lets agents try changes on branches, and keeps those that improve a figure you measure; /autoresearch",
  modes: ["tui", "print", "json", "rpc"],
  tools: [autoresearch],
  commands: {
    autoresearch: {
      description: "Improve a measured figure by experiments; without a goal, show them",
      words: ["status", "stop", "resume", "--metric", "--check", "--higher", "--attempts", "--minutes", "--cost"],
      localFiles: true,
    },
  },
  settings: {
    autoresearch: {
      type: "object",
      description: "When experiments on a metric are stopped. 0 does not limit.",
      properties: {
        maxAttempts: limit("Attempts.", 10),
        maxMinutes: limit("Minutes since the start.", 240),
        maxCost: { type: "number", minimum: 0, default: 0, description: "US dollars that the attempts have cost." },
        maxFutile: limit("Attempts in a row without an improvement.", 5),
        metricSeconds: {
          type: "integer",
          minimum: 1,
          default: 600,
          description: "How long one run of the metric's command may take.",
        },
      },
    },
  },
  load: () => import("./index.ts"),
};
