import type { InteractiveContext } from "../../interactive-context.ts";
import { keyHint } from "../../keys/key-text.ts";
import { openOverlay } from "../../overlays/open-overlay.ts";
import { Panel } from "../../overlays/panel.ts";
import { HistorySearch } from "./history-search.ts";

const FOUND = 100;
const FRAME_ROWS = 7;
const MAX_ROWS = 12;

/** Puts an earlier prompt that the user picks into the editor. */
export async function searchHistory({ screen, themes, history }: InteractiveContext): Promise<void> {
  const theme = () => themes.current;
  const { tui } = screen;
  const text = await openOverlay<string>(tui, (done) => {
    const body = new HistorySearch({
      theme,
      rows: Math.max(3, Math.min(MAX_ROWS, tui.terminal.rows - FRAME_ROWS)),
      search: (query, scope) => history.search(query, FOUND, scope),
      onChoose: done,
      onCancel: () => done(),
    });
    const hint = () =>
      [
        "enter take",
        keyHint("app.history.search", body.scope === "folder" ? "all folders" : "this folder"),
        "esc cancel",
      ]
        .filter(Boolean)
        .join(" · ");
    return new Panel({ title: "Earlier prompts", body, hint, theme });
  });
  if (text !== undefined && text !== "") screen.editor.setText(text);
}
