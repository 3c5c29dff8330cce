import type { ExtensionContext, ExtensionEvent, ExtensionManifest } from "@tau/coding-agent";

/** `titles`: a small model names an unnamed session after the user's first prompt. */
export const manifest: ExtensionManifest = {
  name: "titles",
  description: "Names sessions after what they are about",
  modes: ["tui"],
  events: ["before_agent_start"],
  wants: isFirstPrompt,
  load: () => import("./index.ts"),
};

/** Returns true only in the terminal UI, where users see the list of sessions, and only for a session without a name. */
function isFirstPrompt(event: ExtensionEvent, ctx: ExtensionContext): boolean {
  if (event.type !== "before_agent_start" || event.messageType !== "user" || ctx.mode !== "tui") return false;
  if (process.env.TAU_NO_TITLE || process.env.PI_NO_TITLE || process.env.OMP_NO_TITLE) return false;
  const { sessionManager: log } = ctx;
  if (log.getSessionName() !== undefined) return false;
  return !log.getBranch().some((entry) => entry.type === "message" && entry.message.role === "user");
}
