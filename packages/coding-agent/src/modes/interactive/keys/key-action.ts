import type { AppKeybindingId } from "../../../core/keybindings/index.ts";
import type { InteractiveContext } from "../interactive-context.ts";

/** What a key does before the editor gets it. Its keys and description are defined by the id. */
export interface KeyAction {
  readonly id: AppKeybindingId;
  /** Returns false if the key has no meaning now and the editor may handle it. */
  run(context: InteractiveContext): boolean;
}

/** Creates an action that always takes the key. */
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

/** Creates an action that opens something. Takes the key but does nothing until that is closed, because the first press may still be loading it. */
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
