import type { AppKeybindingId } from "../../../core/keybindings/index.ts";
import type { InteractiveContext } from "../interactive-context.ts";

/** What a key does before the editor sees it. Its keys and description are those of the id. */
export interface KeyAction {
  readonly id: AppKeybindingId;
  /** Returns false where the key means nothing now and the editor may have it. */
  run(context: InteractiveContext): boolean;
}

/** An action that always takes the key. */
export function keyAction(id: AppKeybindingId, run: (context: InteractiveContext) => unknown): KeyAction {
  return {
    id,
    run: (context) => {
      void context.attempt(async () => {
        await run(context);
        context.screen.tui.requestRender();
      });
      return true;
    },
  };
}

/** One that opens something takes the key and does nothing more until that is closed: the first press may still be on its way. */
export function openingAction(id: AppKeybindingId, open: (context: InteractiveContext) => unknown): KeyAction {
  let isOpen = false;
  return keyAction(id, async (context) => {
    if (isOpen) return;
    isOpen = true;
    try {
      await open(context);
    } finally {
      isOpen = false;
    }
  });
}
