import type { TuiMouseButton } from "../../mouse.ts";

/** A pointer report of the terminal, in zero-based cells. */
export interface MouseInput {
  readonly kind: "press" | "release" | "move" | "drag" | "wheel";
  readonly button: TuiMouseButton;
  readonly column: number;
  readonly row: number;
  /** 1 down, -1 up. */
  readonly wheel: -1 | 0 | 1;
  readonly shift: boolean;
  readonly alt: boolean;
  readonly ctrl: boolean;
}

const SGR_MOUSE = /^\x1b\[<(\d+);(\d+);(\d+)([Mm])$/;
const BUTTONS: readonly TuiMouseButton[] = ["left", "middle", "right", "none"];

export function parseMouseInput(sequence: string): MouseInput | undefined {
  const match = SGR_MOUSE.exec(sequence);
  if (!match) return undefined;
  const code = Number(match[1]);
  const button = BUTTONS[code & 3] ?? "none";
  return {
    kind: kindOf(code, button, match[4] === "m"),
    button: (code & 64) === 64 ? "none" : button,
    column: Math.max(0, Number(match[2]) - 1),
    row: Math.max(0, Number(match[3]) - 1),
    wheel: wheelOf(code),
    shift: (code & 4) !== 0,
    alt: (code & 8) !== 0,
    ctrl: (code & 16) !== 0,
  };
}

function kindOf(code: number, button: TuiMouseButton, up: boolean): MouseInput["kind"] {
  if ((code & 64) !== 0) return "wheel";
  if ((code & 32) !== 0) return button === "none" ? "move" : "drag";
  return up ? "release" : "press";
}

function wheelOf(code: number): -1 | 0 | 1 {
  // 66 and 67 are horizontal wheel steps.
  if ((code & 64) === 0 || (code & 3) > 1) return 0;
  return (code & 1) === 0 ? -1 : 1;
}
