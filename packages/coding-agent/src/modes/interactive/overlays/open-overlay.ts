import type { Component, OverlayOptions, TUI } from "@tau/tui";

export interface OverlayLimits {
  /** Closes the overlay. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the overlay closes automatically. */
  readonly timeout?: number | undefined;
  /** Whether the end of the conversation stays visible above it, because the user decides about what stands there. */
  readonly keepsConversation?: boolean | undefined;
}

/**
 * Covers the editor and the status line, or the lower part of a full screen: the transcript above stays readable and nothing moves. Only
 * for a question about the conversation the screen makes room below it.
 */
const PLACE = { anchor: "bottom-center", width: "100%", maxHeight: "100%" } as const satisfies OverlayOptions;

/** By screen: the number of rows at its end that an overlay may cover, because they are not needed while a question is open. */
const covered = new WeakMap<TUI, () => number>();

export function coverWhileAsking(tui: TUI, rows: () => number): void {
  covered.set(tui, rows);
}

/** Shows a component until it is done, and resolves to its result. Resolves to `undefined` if the user or a limit cancels. */
export async function openOverlay<T>(
  tui: TUI,
  build: (done: (value?: T) => void) => Component,
  { signal, timeout, keepsConversation = false }: OverlayLimits = {},
): Promise<T | undefined> {
  const closed = Promise.withResolvers<T | undefined>();
  const cancel = () => closed.resolve(undefined);
  if (signal?.aborted) return undefined;
  signal?.addEventListener("abort", cancel, { once: true });
  const timer = timeout === undefined ? undefined : setTimeout(cancel, timeout);
  // Redraws the remaining time.
  const ticking = timeout === undefined ? undefined : setInterval(() => tui.requestRender(), 1000);
  const component = build((value) => {
    // Keys that arrived together with the last one belong to whatever is shown next.
    setImmediate(tui.holdInput());
    closed.resolve(value);
  });
  const { place, leave } = takePlace(tui, component);
  if (keepsConversation) questions.add(component);
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

/** Returns the number of rows that a component in place of the editor covers. */
export function coveredRows(tui: TUI): number {
  return Math.max(covered.get(tui)?.() ?? 0, questionRows(tui));
}

/** Returns the number of rows of the open question; 0 if there is none. */
function questionRows({ terminal }: TUI): number {
  const top = open.at(-1);
  if (!top || !questions.has(top)) return 0;
  return Math.min(top.render(terminal.columns).length, terminal.rows - 1);
}

/** The last part of the screen: empty rows that move the conversation up by what a question would hide of it. */
export function roomForQuestion(tui: TUI): Component {
  return {
    render: () => {
      const wanted = questionRows(tui);
      const missing = wanted === 0 ? 0 : wanted - (covered.get(tui)?.() ?? 0);
      return Array.from({ length: Math.max(0, missing) }, () => "");
    },
    invalidate: () => undefined,
  };
}

/** Places a component over the editor. A component opened from another one replaces it until it is done. */
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
/** The components that do not hide the conversation. */
const questions = new WeakSet<Component>();
