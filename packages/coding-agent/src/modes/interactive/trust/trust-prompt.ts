import type { TUI } from "@tau/tui";
import type { ProjectTrustContext } from "../../../core/extensions/index.ts";
import type { ProjectTrustOption } from "../../../core/trust/index.ts";
import { createDialogs } from "../extension-ui/dialogs.ts";
import { chooseHints, joinHints, moveHint } from "../keys/key-text.ts";
import type { Keymap } from "../keys/keymap.ts";
import { openOverlay } from "../overlays/open-overlay.ts";
import { Panel } from "../overlays/panel.ts";
import type { ThemeChoice } from "../theme/theme-choice.ts";
import { TrustQuestion, type TrustQuestionParts, type UntrustedFolder } from "./trust-question.ts";

/** Asks the user about a folder, for Tau and for extensions that decide on trust. */
export interface TrustPrompt {
  ask(folder: UntrustedFolder, options: readonly ProjectTrustOption[]): Promise<ProjectTrustOption | undefined>;
  readonly ui: ProjectTrustContext["ui"];
}

export interface TrustPromptParts {
  readonly tui: TUI;
  readonly themes: ThemeChoice;
  readonly keymap: Keymap;
  readonly notify: ProjectTrustContext["ui"]["notify"];
}

/** Creates a prompt over the open screen. */
export function createTrustPrompt({ tui, themes, keymap, notify }: TrustPromptParts): TrustPrompt {
  const theme = () => themes.current;
  const rows = () => tui.terminal.rows;
  const { select, confirm, input } = createDialogs({ tui, theme, keymap });
  return {
    ui: { select, confirm, input, notify },
    ask: (folder, options) =>
      openOverlay<ProjectTrustOption>(tui, (done) => questionPanel({ folder, options, theme, rows, done })),
  };
}

/** Creates a prompt for use before there is a screen. It opens one only while a question is shown. */
export function createEarlyTrustPrompt(parts: TrustPromptParts): TrustPrompt {
  const { tui, themes } = parts;
  const { ui } = createTrustPrompt(parts);
  const onScreen = async <T>(ask: () => Promise<T>): Promise<T> => {
    tui.start();
    try {
      return await ask();
    } finally {
      tui.stop();
    }
  };
  return {
    ui: {
      select: (...question) => onScreen(() => ui.select(...question)),
      confirm: (...question) => onScreen(() => ui.confirm(...question)),
      input: (...question) => onScreen(() => ui.input(...question)),
      notify: ui.notify,
    },
    ask: (folder, options) =>
      onScreen(async () => {
        const { promise, resolve: done } = Promise.withResolvers<ProjectTrustOption | undefined>();
        const rows = () => tui.terminal.rows;
        const panel = questionPanel({ folder, options, theme: () => themes.current, rows, done });
        tui.addChild(panel);
        tui.setFocus(panel);
        const answer = await promise;
        tui.removeChild(panel);
        return answer;
      }),
  };
}

function questionPanel(parts: TrustQuestionParts): Panel {
  const hint = () => joinHints(moveHint(), chooseHints("choose", "not this time"));
  return new Panel({ title: "Do you trust this folder?", body: new TrustQuestion(parts), hint, theme: parts.theme });
}
