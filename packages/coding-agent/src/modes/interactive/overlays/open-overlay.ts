import type { Component, OverlayOptions, TUI } from "@tau/tui";

export interface OverlayLimits {
  /** Takes the overlay away. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until it goes away by itself. */
  readonly timeout?: number | undefined;
}

/**
 * Lies over the editor and the status line, or over the lower part of a full screen: the transcript above stays readable and nothing
 * is pushed away.
 */
const PLACE = { anchor: "bottom-center", width: "100%", maxHeight: "100%" } as const satisfies OverlayOptions;

/** How many rows at the end of a screen may be covered: those that are of no use while a question is open. */
const covered = new WeakMap<TUI, () => number>();

export function coverWhileAsking(tui: TUI, rows: () => number): void {
  covered.set(tui, rows);
}

/** Shows a component until it is done, and resolves to what it gave; `undefined` where the user or a limit cancelled. */
export async function openOverlay<T>(
  tui: TUI,
  build: (done: (value?: T) => void) => Component,
  { signal, timeout }: OverlayLimits = {},
): Promise<T | undefined> {
  const closed = Promise.withResolvers<T | undefined>();
  const cancel = () => closed.resolve(undefined);
  if (signal?.aborted) return undefined;
  signal?.addEventListener("abort", cancel, { once: true });
  const timer = timeout === undefined ? undefined : setTimeout(cancel, timeout);
  // What says how long is left is drawn anew.
  const ticking = timeout === undefined ? undefined : setInterval(() => tui.requestRender(), 1000);
  const component = build((value) => {
    // Keys that came along with the last one are for whatever is shown next.
    setImmediate(tui.holdInput());
    closed.resolve(value);
  });
  const { place, leave } = takePlace(tui, component);
  const handle = tui.showOverlay(component, place);
  try {
    return await closed.promise;
  } finally {
    clearTimeout(timer);
    clearInterval(ticking);
    signal?.removeEventListener("abort", cancel);
    leave();
    handle.hide();
    component.dispose?.();
  }
}

/** How many rows a component covers that stands where the editor is. */
export function coveredRows(tui: TUI): number {
  return covered.get(tui)?.() ?? 0;
}

/** Where the editor is. One that comes out of another is in its place until it is done. */
export function takePlace(tui: TUI, component: Component): { place: OverlayOptions; leave: () => void } {
  open.push(component);
  const place = {
    ...PLACE,
    get contentOverlap() {
      return coveredRows(tui);
    },
    visible: () => open.at(-1) === component,
  };
  return { place, leave: () => void open.splice(open.indexOf(component), 1) };
}

const open: Component[] = [];
