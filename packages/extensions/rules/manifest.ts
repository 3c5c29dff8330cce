import type { ExtensionManifest } from "@tau/coding-agent";

/** Rules in the formats of several programs. Off where there is no rule file. */
export const manifest: ExtensionManifest = {
  name: "rules",
  description:
    "Follows the rules of Tau, oh-my-pi, Cursor, Windsurf, Cline, Copilot and Claude Code; /rules shows them",
  when: { rules: true, remedy: "docs/rules.md shows how to write one" },
  commands: { rules: { description: "Show the rules, when each applies and where it comes from" } },
  schemes: ["rule"],
  // The code registers the other events if there are rules for them.
  events: ["before_agent_start"],
  draws: { messages: ["rule"] },
  settings: {
    ttsr: {
      type: "object",
      description: "Rules that watch what the model writes.",
      properties: {
        enabled: { type: "boolean", default: true, description: "Whether such rules are watched for." },
        interruptMode: {
          type: "string",
          enum: ["never", "prose-only", "tool-only", "always"],
          default: "always",
          description:
            "What is stopped for a rule that does not say it itself: text and thinking, tool calls, both, or nothing. Without a stop, the rule follows after the turn.",
        },
        contextMode: {
          type: "string",
          enum: ["discard", "keep"],
          default: "discard",
          description: "Whether the model sees the part of its answer that it had written.",
        },
        repeatMode: {
          type: "string",
          enum: ["once", "after-gap"],
          default: "once",
          description: "Whether a rule speaks up once in a session, or again after some turns.",
        },
        repeatGap: { type: "integer", minimum: 1, default: 10, description: "After how many turns." },
      },
    },
  },
  load: () => import("./index.ts"),
};
