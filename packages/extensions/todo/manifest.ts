import type { ExtensionContext, ExtensionEvent, ExtensionManifest } from "@tau/coding-agent";
import { readPhases } from "./read-phases.ts";
import { todo } from "./tool.ts";

/** `todo`: a list of tasks in phases, kept by the model and shown to the user. */
export const manifest: ExtensionManifest = {
  name: "todo",
  description: "A list of tasks that the model keeps while it works, shown above the editor; /todo opens it",
  tools: [todo],
  commands: { todo: { description: "Show and change the list of tasks; clear empties it", words: ["clear"] } },
  lateEvents: ["session_start", "session_tree"],
  wants: isOfInterest,
  draws: { tools: ["todo"] },
  settings: {
    todo: {
      type: "object",
      description: "The list of tasks.",
      properties: {
        reminders: {
          type: "integer",
          minimum: 0,
          maximum: 10,
          default: 2,
          description: "How often the model is reminded, at most, if it ends a run with open tasks. 0 never reminds.",
        },
      },
    },
  },
  load: () => import("./index.ts"),
};

/** Returns whether an event loads the extension. A session start does so only if there is a list; other branches may have other lists. */
function isOfInterest({ type }: ExtensionEvent, { mode, sessionManager }: ExtensionContext): boolean {
  if (type !== "session_start") return true;
  return mode !== "print" && mode !== "json" && readPhases(sessionManager.getBranch()).length > 0;
}
