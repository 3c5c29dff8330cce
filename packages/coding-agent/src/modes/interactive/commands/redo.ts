import { putBack, recordedFiles, reportPutBack } from "../sessions/put-back.ts";
import type { SlashCommand } from "./command.ts";
import { moveTo } from "./undo.ts";

export const redoCommand: SlashCommand = {
  name: "redo",
  givesWay: true,
  description: "Redo what /undo reverted",
  replacesSession: true,
  run: async (context) => {
    const files = await recordedFiles(context);
    if (!files) return;
    const done = await putBack(context, (options) =>
      files.redo({ ...options, move: (entryId) => moveTo(context, entryId) }),
    );
    if (!done) return;
    context.screen.showSession();
    reportPutBack(context, "Done again", done);
  },
};
