import { Editor, getKeybindings, Input, type OverlayOptions, type TUI } from "@tau/tui";
import type { ExtensionUIContext } from "../../../core/extensions/index.ts";
import type { Theme } from "../../../core/themes/index.ts";
import { acceptHints, chooseHints, joinHints, keyHint } from "../keys/key-text.ts";
import type { Keymap } from "../keys/keymap.ts";
import { BLOCKED_KINDS, type BlockedKind } from "../notify/program-status.ts";
import { whileBlocked } from "../notify/status-reporter.ts";
import { ChoiceList } from "../overlays/choice-list.ts";
import { coveredRows, type OverlayLimits, openOverlay, takePlace } from "../overlays/open-overlay.ts";
import { Panel } from "../overlays/panel.ts";
import { firstLine, plainLine } from "../parts/plain-line.ts";
import { editorTheme } from "../theme/component-themes.ts";
import { onForceQuit } from "./force-quit.ts";
import { GuardedComponent } from "./guarded-component.ts";

export interface DialogParts {
  readonly tui: TUI;
  readonly theme: () => Theme;
  readonly keymap: Keymap;
  /** Called with the error of a dialog that an extension draws. The dialog is closed. */
  readonly onFailure?: (message: string) => void;
  /** The last lines of the screen, which stay visible below a component that an extension shows in place of the editor. */
  readonly footer?: (width: number) => readonly string[];
}

export interface Dialogs extends Pick<ExtensionUIContext, "select" | "confirm" | "input" | "custom"> {
  editor(title: string, prefill?: string, limits?: OverlayLimits): Promise<string | undefined>;
}

/** Creates the dialogs of extensions, each in a frame over the screen. A dialog that is aborted or times out counts as dismissed. */
export function createDialogs({ tui, theme, keymap, onFailure, footer = () => [] }: DialogParts): Dialogs {
  const ask = askIn(tui);
  const framing = { theme, maxRows: () => tui.terminal.rows };
  const select: Dialogs["select"] = (title, options, limits) =>
    ask(
      title,
      (done) => {
        const choices = options.map((value) => ({ value, label: value }));
        const body = new ChoiceList({ tui, theme, choices, labelWidth: 200, onChoose: done, onCancel: () => done() });
        return new Panel({ title, body, hint: timedHint(chooseHints, limits), ...framing });
      },
      limits,
    );
  return {
    select,
    confirm: async (title, message, limits) => {
      const answer = await select(`${title}\n${message}`, ["Yes", "No"], limits);
      return answer === "Yes";
    },
    input: (title, placeholder = "", limits) =>
      ask(
        title,
        (done) => {
          const body = new LineQuestion(placeholder, done);
          return new Panel({ title, body, hint: timedHint(acceptHints, limits), ...framing });
        },
        limits,
      ),
    editor: (title, prefill = "", limits = {}) =>
      ask(
        title,
        (done) => {
          const body = createEditor(tui, prefill, done, theme);
          return new Panel({ title, body, hint: editorHints, ...framing });
        },
        { ...limits, keepsConversation: false },
      ),
    custom: async <T>(
      factory: Parameters<ExtensionUIContext["custom"]>[0],
      options: Parameters<ExtensionUIContext["custom"]>[1] = {},
    ) => {
      const { overlay = false, overlayOptions, onHandle, blocked } = options;
      const closed = Promise.withResolvers<T>();
      const drawn = await factory(tui, theme(), keymap, (result) => {
        setImmediate(tui.holdInput());
        closed.resolve(result as T);
      });
      const failed = (message: string) => {
        onFailure?.(message);
        closed.resolve(undefined as T);
      };
      const covered = overlay ? undefined : { rows: () => coveredRows(tui), footer };
      const component = new GuardedComponent(drawn, "A dialog of an extension", failed, covered);
      const { place, leave } = overlay ? floating(overlayOptions, failed) : takePlace(tui, component);
      const handle = tui.showOverlay(component, place);
      const forceQuit = () => handle.isFocused() && closed.resolve(undefined as T);
      const withdraw = tui.addInputListener(onForceQuit(keymap, forceQuit));
      try {
        onHandle?.(handle);
        return blocked && !overlay
          ? await whileBlocked(tui, blockedBy(blocked), () => closed.promise)
          : await closed.promise;
      } finally {
        withdraw();
        leave();
        handle.hide();
        component.dispose();
      }
    },
  };
}

/** Returns the function that shows a question until it is answered. */
function askIn(tui: TUI) {
  return (title: string, build: (done: (text?: string) => void) => Panel, limits?: OverlayLimits) =>
    whileBlocked(tui, { kind: "question", message: firstLine(title) }, () =>
      openOverlay<string>(tui, build, { keepsConversation: true, ...limits }),
    );
}

/** Reads the overlay options at each frame if they are functions. If one throws, closes the dialog, because the error would end the screen. */
function floating(
  options: OverlayOptions | (() => OverlayOptions) = {},
  onFailure: (message: string) => void,
): { place: OverlayOptions; leave: () => void } {
  let hasFailed = false;
  const guard = (read: () => unknown) => {
    try {
      return hasFailed ? undefined : read();
    } catch (error) {
      hasFailed = true;
      queueMicrotask(() => onFailure(`A dialog of an extension failed: ${plainLine(String(error))}`));
      return undefined;
    }
  };
  const get = (_: OverlayOptions, name: string | symbol) => {
    const value = guard(() => Reflect.get(typeof options === "function" ? options() : options, name));
    return typeof value === "function" ? (...size: unknown[]) => guard(() => value(...size)) : value;
  };
  return { place: new Proxy<OverlayOptions>({}, { get }), leave: () => undefined };
}

/** Replaces a kind that terminals do not know by `question`. */
function blockedBy({ kind, message }: { kind: string; message: string }): { kind: BlockedKind; message: string } {
  return { kind: BLOCKED_KINDS.find((known) => known === kind) ?? "question", message };
}

function editorHints(): string {
  return joinHints(
    keyHint("tui.input.submit", "accept"),
    keyHint("tui.input.newLine", "new line"),
    keyHint("tui.select.cancel", "cancel"),
  );
}

/** Adds the remaining seconds to the hint. */
function timedHint(hint: () => string, limits: OverlayLimits = {}): () => string {
  const { timeout } = limits;
  if (timeout === undefined) return () => hint();
  const end = performance.now() + timeout;
  return () => `${hint()} · ${Math.max(0, Math.ceil((end - performance.now()) / 1000))} s left`;
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
    const isCancel = getKeybindings().matches(data, "tui.select.cancel");
    if (isCancel && !this.isShowingAutocomplete()) this.onCancel();
    else super.handleInput(data);
  }
}

/** A line of input. Escape gives no answer. */
class LineQuestion extends Input {
  constructor(placeholder: string, done: (value?: string) => void) {
    super({ prompt: "› ", placeholder });
    this.onSubmit = done;
    this.onEscape = () => done();
  }
}
