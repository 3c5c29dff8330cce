import type { InteractiveContext } from "../../interactive-context.ts";
import { keyHint } from "../../keys/key-text.ts";
import { type Choice, ChoiceList } from "../../overlays/choice-list.ts";
import { openOverlay } from "../../overlays/open-overlay.ts";
import { Panel } from "../../overlays/panel.ts";
import { plainLine } from "../../parts/plain-line.ts";
import { timeAgo } from "../../parts/time-ago.ts";
import type { HistoryEntry } from "./history-store.ts";

const FOUND = 100;
const LABEL_WIDTH = 80;

type Scope = "folder" | "all";

/** Puts an earlier prompt that the user picks into the editor. The key that opened the search switches between this folder and all folders. */
export async function searchHistory({ screen, themes, history }: InteractiveContext): Promise<void> {
  const theme = () => themes.current;
  const { tui } = screen;
  let scope: Scope = "folder";
  const text = await openOverlay<string>(tui, (done) => {
    const body = new ChoiceList<string>({
      tui,
      theme,
      choices: [],
      find: (query) => choicesOf(history.search(query, FOUND, scope), scope),
      placeholder: "words of an earlier prompt",
      labelWidth: LABEL_WIDTH,
      keys: [{ id: "app.history.search", run: () => changeScope() }],
      onChoose: done,
      onCancel: () => done(),
    });
    const changeScope = () => {
      scope = scope === "folder" ? "all" : "folder";
      body.invalidate();
    };
    const hint = () =>
      [
        keyHint("tui.select.confirm", "take"),
        keyHint("app.history.search", scope === "folder" ? "all folders" : "this folder"),
        keyHint("tui.select.cancel", "cancel"),
      ]
        .filter(Boolean)
        .join(" · ");
    return new Panel({ title: "Earlier prompts", body, hint, theme });
  });
  if (text !== undefined && text !== "") screen.editor.setText(text);
}

/** Lists each text once, at its latest use. */
function choicesOf(found: readonly HistoryEntry[], scope: Scope): Choice<string>[] {
  const latest = new Map(found.toReversed().map((entry) => [entry.text, entry]));
  return found
    .filter((entry) => latest.get(entry.text) === entry)
    .map(({ text, folder, at }) => ({
      value: text,
      label: plainLine(text),
      description: [timeAgo(new Date(at)), scope === "all" ? folder : ""].filter(Boolean).join(" "),
    }));
}
