import { Editor, type KeybindingsManager, type TUI } from "@tau/tui";
import type { ExtensionUIContext } from "../../../core/extensions/index.ts";
import type { Theme } from "../../../core/themes/index.ts";
import { ChoiceList } from "../overlays/choice-list.ts";
import { openOverlay } from "../overlays/open-overlay.ts";
import { Panel } from "../overlays/panel.ts";
import { editorTheme } from "../theme/component-themes.ts";
import { LineQuestion } from "./line-question.ts";

export interface DialogParts {
  readonly tui: TUI;
  readonly theme: () => Theme;
  readonly keymap: KeybindingsManager;
}

type Dialogs = Pick<ExtensionUIContext, "select" | "confirm" | "input" | "editor" | "custom">;

/** Questions of extensions, each in a frame over the screen. One that is aborted or times out counts as turned away. */
export function createDialogs({ tui, theme, keymap }: DialogParts): Dialogs {
  const select: Dialogs["select"] = (title, options, limits) =>
    openOverlay<string>(
      tui,
      (done) => {
        const choices = options.map((option) => ({ value: option, label: option }));
        const body = new ChoiceList({ tui, theme, choices, labelWidth: 200, onChoose: done, onCancel: () => done() });
        return new Panel({ title, body, hint: () => "enter choose · esc cancel", theme });
      },
      limits,
    );
  return {
    select,
    confirm: async (title, message, limits) => {
      const answer = await select(message === "" ? title : `${title}: ${message}`, ["Yes", "No"], limits);
      return answer === "Yes";
    },
    input: (title, placeholder = "", limits) =>
      openOverlay<string>(
        tui,
        (done) => {
          const body = new LineQuestion(placeholder, done);
          return new Panel({ title, body, hint: () => "enter accept · esc cancel", theme });
        },
        limits,
      ),
    editor: (title, prefill = "") =>
      openOverlay<string>(tui, (done) => {
        const body = createEditor(tui, prefill, done, () => theme());
        return new Panel({ title, body, hint: () => "enter accept · shift+enter new line · esc cancel", theme });
      }),
    custom: async <T>(
      factory: Parameters<ExtensionUIContext["custom"]>[0],
      options: Parameters<ExtensionUIContext["custom"]>[1] = {},
    ) => {
      const { overlayOptions, onHandle } = options;
      const closed = Promise.withResolvers<T>();
      const component = await factory(tui, theme(), keymap, (result) => closed.resolve(result as T));
      const place = typeof overlayOptions === "function" ? overlayOptions() : overlayOptions;
      const handle = tui.showOverlay(component, place ?? { anchor: "bottom-center", width: "100%" });
      onHandle?.(handle);
      try {
        return await closed.promise;
      } finally {
        handle.hide();
        component.dispose?.();
      }
    },
  };
}

function createEditor(
  tui: TUI,
  text: string,
  done: (text?: string) => void,
  theme: Parameters<typeof editorTheme>[0],
): Editor {
  const editor = new CancellableEditor(tui, editorTheme(theme));
  editor.onCancel = () => done();
  editor.onSubmit = done;
  editor.setText(text);
  return editor;
}

class CancellableEditor extends Editor {
  onCancel: () => void = () => undefined;

  override handleInput(data: string): void {
    if (data === "\x1b" && !this.isShowingAutocomplete()) this.onCancel();
    else super.handleInput(data);
  }
}
