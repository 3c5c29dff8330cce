import type { InteractiveContext } from "../interactive-context.ts";
import { type PutBackScope, putBack, recordedFiles, reportPutBack } from "../sessions/put-back.ts";
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

export async function moveTo({ session }: InteractiveContext, entryId: string): Promise<string | undefined> {
  return (await session.branches.navigate(entryId)).editorText;
}
