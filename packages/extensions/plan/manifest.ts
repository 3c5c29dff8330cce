import type { ExtensionContext, ExtensionEvent, ExtensionManifest } from "@tau/coding-agent";
import { submitPlan } from "./tool.ts";

/** `plan`: the model only reads until the user has approved its plan. */
export const manifest: ExtensionManifest = {
  name: "plan",
  description:
    "Plan mode: the model reads and plans, and changes nothing until you have approved the plan; /plan begins it",
  tools: [submitPlan],
  commands: { plan: { description: "Begin plan mode, with a task if you give one; off ends it", words: ["off"] } },
  lateEvents: ["session_start"],
  wants: isOfInterest,
  draws: { tools: ["submit_plan"] },
  load: () => import("./index.ts"),
};

/** Returns whether an event loads the extension. A session start does so only if the session has used plan mode, which then continues. */
function isOfInterest({ type }: ExtensionEvent, { sessionManager }: ExtensionContext): boolean {
  if (type !== "session_start") return true;
  return sessionManager.getBranch().some((entry) => entry.type === "custom" && entry.customType === "plan.state");
}
