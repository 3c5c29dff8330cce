import type { ExtensionContext, ExtensionEvent, ExtensionManifest } from "@tau/coding-agent";
import { compact, goal } from "./tools.ts";

/** `goal`: the model works until a condition holds. */
export const manifest: ExtensionManifest = {
  name: "goal",
  description: "Lets the model work until a condition holds, and shorten its own context; /goal begins it",
  tools: [goal, compact],
  commands: { goal: { description: "Work until a condition holds; off ends it", words: ["off", "--check"] } },
  lateEvents: ["session_start"],
  wants: isOfInterest,
  settings: {
    goal: {
      type: "object",
      description: "When the work on a goal is stopped. 0 does not limit.",
      properties: {
        maxRounds: {
          type: "integer",
          minimum: 0,
          default: 25,
          description: "How often the model is sent back to work.",
        },
        maxMinutes: { type: "integer", minimum: 0, default: 120, description: "Minutes since the goal was set." },
        maxCost: { type: "number", minimum: 0, default: 0, description: "US dollars since the goal was set." },
      },
    },
  },
  load: () => import("./index.ts"),
};

/** Returns whether an event loads the extension. A session start does so only if the session has had a goal, which may still be open. */
function isOfInterest({ type }: ExtensionEvent, { sessionManager }: ExtensionContext): boolean {
  if (type !== "session_start") return true;
  return sessionManager.getBranch().some((entry) => entry.type === "custom" && entry.customType === "goal.state");
}
