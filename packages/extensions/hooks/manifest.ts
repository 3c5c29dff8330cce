import type { ExtensionManifest } from "@tau/coding-agent";

/** Runs the programs that settings name for events of a session. Off where no settings file names one. */
export const manifest: ExtensionManifest = {
  name: "hooks",
  description: "Runs hooks in Claude Code's format: programs that see and decide on prompts, tool calls and more",
  when: { hooks: true },
  commands: { hooks: { description: "Show the hooks with their source and state" } },
  // The code registers the other events if there are hooks for them.
  events: ["session_start"],
  settings: {
    hooks: {
      type: "object",
      description: "Programs to run at events, in Claude Code's format: event, list of matcher and hooks.",
    },
    claudeHooks: {
      type: "boolean",
      description: "Whether the hooks of ~/.claude/settings.json run. Not set: you are asked once.",
    },
    disableAllHooks: { type: "boolean", default: false, description: "Runs no hook at all." },
  },
  load: () => import("./index.ts"),
};
