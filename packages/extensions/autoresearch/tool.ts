import type { ToolManifest } from "@tau/coding-agent";
import { DESCRIPTION } from "./description.ts";

export const autoresearch = {
  name: "autoresearch",
  label: "Autoresearch",
  description: DESCRIPTION,
  loadout: "found",
  parameters: {
    type: "object",
    properties: {
      op: { type: "string", enum: ["start", "status", "stop", "resume"] },
      goal: { type: "string" },
      command: { type: "string", description: "Prints the figure; its last number counts" },
      name: { type: "string", description: "Take the number after this name instead, as in latency: 12.5" },
      direction: { type: "string", enum: ["lower", "higher"], description: "What is better. Default: lower" },
      check: { type: "string" },
      runs: { type: "integer", minimum: 1, maximum: 25, description: "Runs per figure; the median counts. Default: 1" },
      attempts: { type: "integer", minimum: 1 },
      target: { type: "number", description: "Stop when the figure is this good" },
    },
    required: ["op"],
  },
  executionMode: "sequential",
  describe: (args) => {
    const { op, command, check } = args as { op?: string; command?: string; check?: string };
    if (op === "resume") return { effect: "execute", isConfined: true };
    if (op !== "start") return { effect: "read" };
    // Each text is a script of its own, and the experiments change branches whatever the commands do.
    const scripts = [command, check].flatMap((script) => (script ? `sh -c '${script.replaceAll("'", "'\\''")}'` : []));
    return {
      effect: "execute",
      command: ["git switch --create autoresearch", ...scripts].join("; "),
      isConfined: true,
    };
  },
} satisfies ToolManifest;
