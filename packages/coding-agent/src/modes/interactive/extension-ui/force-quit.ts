import type { KeybindingsManager, TuiInputListener } from "@tau/tui";

const TIMES = 3;
const WITHIN_MS = 1500;

/** Calls back when Escape or Ctrl+C is pressed three times in a row, to escape from a component that keeps the keyboard. */
export function onForceQuit(
  keymap: KeybindingsManager,
  leave: () => void,
  now: () => number = () => performance.now(),
): TuiInputListener {
  let pressed: number[] = [];
  return (data) => {
    const isLeaving = keymap.matches(data, "app.interrupt") || keymap.matches(data, "app.clear");
    pressed = isLeaving ? [...pressed, now()].slice(-TIMES) : [];
    const [first = Number.NEGATIVE_INFINITY] = pressed;
    if (pressed.length < TIMES || now() - first > WITHIN_MS) return undefined;
    pressed = [];
    leave();
    return { consume: true };
  };
}
