import type { ExtensionContext, ExtensionEvent, ExtensionManifest } from "@tau/coding-agent";
import { SETTINGS } from "./settings.ts";
import { job } from "./tool.ts";

/** `jobs`: runs the model's commands in the background. */
export const manifest: ExtensionManifest = {
  name: "jobs",
  description: "Runs commands in the background; /jobs shows them",
  modes: ["tui", "print", "json"],
  tools: [job],
  services: ["command-jobs"],
  commands: { jobs: { description: "Show what runs in the background; read it, write to it, stop it" } },
  lateEvents: ["session_start", "session_shutdown"],
  wants: isOfInterest,
  draws: { tools: ["job"] },
  settings: SETTINGS,
  load: () => import("./index.ts"),
};

/** Returns whether an event loads the extension. A session start does so only if the session has background work to take over. */
function isOfInterest({ type }: ExtensionEvent, { sessionManager }: ExtensionContext): boolean {
  if (type !== "session_start") return true;
  return sessionManager.getBranch().some((entry) => entry.type === "custom" && entry.customType === "tau.background");
}
