import type { Component, OverlayOptions, TUI } from "@tau/tui";

/** Lies over the lower part of the screen, so that the transcript above stays readable and nothing is pushed away. */
const PLACE: OverlayOptions = { anchor: "bottom-center", width: "100%", maxHeight: "100%" };

/** Shows a component until it is done, and resolves to what it gave; `undefined` where the user cancelled. */
export async function openOverlay<T>(
  tui: TUI,
  build: (done: (value?: T) => void) => Component,
  place: OverlayOptions = PLACE,
): Promise<T | undefined> {
  const closed = Promise.withResolvers<T | undefined>();
  const component = build((value) => closed.resolve(value));
  const handle = tui.showOverlay(component, place);
  try {
    return await closed.promise;
  } finally {
    handle.hide();
    component.dispose?.();
  }
}
