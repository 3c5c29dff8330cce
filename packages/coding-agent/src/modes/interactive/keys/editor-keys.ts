import { isViewportTUI } from "@tau/tui";
import { copyCommand } from "../commands/copy.ts";
import { submit } from "../editing/submit.ts";
import { takeBackAll } from "../editing/take-back-all.ts";
import { type KeyAction, keyAction, openingAction } from "./key-action.ts";

export const editorKeys: readonly KeyAction[] = [
  {
    id: "app.exit",
    run: ({ screen, quit }) => {
      if (screen.editor.getText() !== "") return false;
      quit();
      return true;
    },
  },
  keyAction("app.tools.expand", ({ screen }) => screen.toggleTools()),
  keyAction("app.suspend", ({ screen }) => screen.suspend()),
  keyAction("app.message.followUp", (context) => submit(context, context.screen.draft.takeText(), "followUp")),
  keyAction("app.message.dequeue", (context) => {
    if (context.session.queue.length === 0 && context.typedAhead.waiting.length === 0)
      context.screen.hint("Nothing is queued");
    else takeBackAll(context);
  }),
  keyAction("app.message.copy", async (context) => {
    const { tui } = context.screen;
    // With copy-on-select, the selection was already copied, so the key copies the last answer.
    const isSelection = isViewportTUI(tui) && !tui.getCopyOnSelect() && tui.hasActiveSelection();
    await (isSelection ? tui.copyActiveSelectionToClipboard() : copyCommand.run(context, ""));
  }),
  openingAction("app.history.search", async (context) => {
    const { searchHistory } = await import("../editing/history/search-history.ts");
    await searchHistory(context);
  }),
  openingAction("app.editor.external", async (context) => {
    const { editInExternalEditor } = await import("../editing/external-editor.ts");
    await editInExternalEditor(context);
  }),
  keyAction("app.clipboard.pasteImage", async (context) => {
    const { pasteFromClipboard } = await import("../editing/clipboard-paste.ts");
    await pasteFromClipboard(context);
  }),
];
