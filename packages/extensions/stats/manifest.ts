import type { ExtensionManifest } from "@tau/coding-agent";

/** `tau stats` and `/stats`: tokens, cost, cache hits, time and tools of all sessions. */
export const manifest: ExtensionManifest = {
  name: "stats",
  description: "Shows tokens, cost and time by day, model, project and tool",
  modes: ["tui", "rpc"],
  commands: { stats: { description: "Show tokens, cost and time by day, model, project and tool" } },
  subcommand: {
    description: "Show tokens, cost and time of your sessions",
    usage: [
      "tau stats [--days <number>] [--here]   the last 30 days, of every project or of this folder",
      "tau stats --json                       the same numbers as one JSON object",
      "tau stats --html <file>                a page for a browser",
    ],
    words: ["--days", "--here", "--json", "--html"],
  },
  load: () => import("./index.ts"),
};
