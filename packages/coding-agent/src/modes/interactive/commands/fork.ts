import { forkPoints, navigationTarget } from "../../../core/session/replace/tree-navigation.ts";
import { choose } from "../overlays/choose.ts";
import { firstLine } from "../parts/plain-line.ts";
import { askScope, moveFiles } from "../sessions/put-back.ts";
import type { SlashCommand } from "./command.ts";

export const forkCommand: SlashCommand = {
  name: "fork",
  description: "Start a new session from an earlier prompt",
  replacesSession: true,
  run: async (context) => {
    const { runtime, session, say } = context;
    const points = forkPoints(session.log).toReversed();
    if (points.length === 0) return say("There is no prompt to fork from yet.", "warning");
    const entryId = await choose(context, {
      title: "Fork before which prompt?",
      choices: points.map(({ entryId: value, text }) => ({ value, label: firstLine(text) })),
      labelWidth: 200,
    });
    if (entryId === undefined) return;
    const { leafId } = navigationTarget(session.log, entryId);
    const scope = await askScope(context, leafId);
    if (scope === undefined || (scope !== "conversation" && !(await moveFiles(context, leafId, scope)))) return;
    if (scope === "files") return;
    const { cancelled, selectedText } = await runtime.fork(entryId);
    if (!cancelled && selectedText !== undefined) context.screen.draft.prefill(selectedText);
  },
};
