import type { SessionSnapshots } from "../../../core/snapshots/session-snapshots.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { type PutBackScope, putBack, reportPutBack } from "../sessions/put-back.ts";
import { type SlashCommand, wordsStarting } from "./command.ts";

const SCOPES: readonly PutBackScope[] = ["both", "files", "conversation"];

export const undoCommand: SlashCommand = {
  name: "undo",
  givesWay: true,
  description: "Undo the last prompt and the file changes of its run",
  argumentHint: "[both|files|conversation]",
  replacesSession: true,
  complete: (prefix) => wordsStarting(prefix, SCOPES),
  run: async (context, argument) => {
    const named = argument.trim() || "both";
    const scope = SCOPES.find((each) => each === named);
    if (!scope) return context.say(`/undo takes ${SCOPES.join(", ")}, not "${named}".`, "warning");
    const files = await recordedFiles(context);
    if (!files) return;
    const done = await putBack(context, (options) =>
      files.undo({ ...options, scope, move: (entryId) => moveTo(context, entryId) }),
    );
    if (!done) return;
    if (scope !== "files") context.screen.showSession();
    if (done.editorText !== undefined) context.screen.draft.prefill(done.editorText);
    reportPutBack(context, "Undone; /redo does it again", done);
  },
};

/** Resolves to undefined, after a message with the reason, if nothing can be undone now. */
export async function recordedFiles({ session, say }: InteractiveContext): Promise<SessionSnapshots | undefined> {
  if (session.snapshots?.made?.isEnding) await session.waitForIdle();
  if (!session.isIdle) return void say("A run is in progress. Stop it first, or wait for its end.", "warning");
  const isRemote = session.log.getHeader()?.workspace !== undefined;
  const reason = isRemote ? "the workspace is on another machine" : "the setting snapshots.enabled is off";
  if (!session.snapshots) return void say(`Files are not recorded: ${reason}.`, "warning");
  return await session.snapshots.get().load();
}

export async function moveTo({ session }: InteractiveContext, entryId: string): Promise<string | undefined> {
  return (await session.branches.navigate(entryId)).editorText;
}
