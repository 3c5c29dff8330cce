import { decodePrintableKey, isKeyRelease, matchesKey } from "@tau/tui";
import { attachImages, pastedImagePaths } from "../editing/pasted-files.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { createKeyActions } from "./index.ts";
import type { KeyAction } from "./key-action.ts";
import { isWayOut } from "./keymap.ts";
import { scrollOrHideQuickHelp } from "./quick-help.ts";

export interface KeyListeners {
  /** Called with each input of the terminal. */
  readonly onInput: () => void;
  /** Called with each pressed key. */
  readonly onPress: () => void;
}

const HISTORY = ["tui.editor.historyPrevious", "tui.editor.historyNext"] as const;
const STEPS_BACK = ["tui.editor.cursorUp", "tui.editor.historyPrevious"] as const;

/** Runs what a key is bound to before the editor gets it: the shortcut of an extension or an action of the screen. */
export function listenToKeys(context: InteractiveContext, { onInput, onPress }: KeyListeners): void {
  const { keymap, screen } = context;
  const { tui, editor } = screen;
  const actions = createKeyActions();
  tui.addInputListener((data) => {
    onInput();
    if (isKeyRelease(data)) return undefined;
    onPress();
    // An overlay without focus, such as a short notice in the corner, does not take keys.
    if (tui.hasOverlay() && !editor.focused) return undefined;
    if (!keymap.matches(data, "app.help") && scrollOrHideQuickHelp(screen, data)) return { consume: true };
    if (editor.claimsKey(data)) return undefined;
    if (editor.seesKeysFirst && !isWayOut(keymap, data)) return undefined;
    return runKey(context, data, actions) ? { consume: true } : undefined;
  });
  editor.onKey = (data) => runKey(context, data, actions);
}

function runKey(context: InteractiveContext, data: string, actions: readonly KeyAction[]): boolean {
  const { keymap, history } = context;
  if (runShortcut(context, data)) return true;
  const images = pastedImagePaths(data);
  if (images) {
    void context.attempt(() => attachImages(images, context));
    return true;
  }
  if (stepsBack(context, data)) history.recall();
  // A key that the user assigned to the history overrides other actions on the same key.
  if (HISTORY.some((id) => keymap.matches(data, id))) return false;
  return actions.find(({ id }) => keymap.matches(data, id))?.run(context) ?? false;
}

/** Returns whether a key may lead to earlier prompts, which are loaded only when needed. */
function stepsBack({ keymap, screen }: InteractiveContext, data: string): boolean {
  const isVimUp = screen.editor.modeLabel === "NORMAL" && decodePrintableKey(data) === "k";
  return isVimUp || STEPS_BACK.some((id) => keymap.matches(data, id));
}

/** Runs the shortcut of an extension. */
function runShortcut(context: InteractiveContext, data: string): boolean {
  const generation = context.session.extensions?.host?.generation;
  if (!generation) return false;
  for (const [key, { handler }] of generation.registered.getShortcuts(context.keymap.getResolvedBindings())) {
    if (!matchesKey(data, key)) continue;
    void context.attempt(async () => await handler(generation.createContext()));
    return true;
  }
  return false;
}
