import { StyleState } from "./style-state.ts";
import { textUnits } from "./text-units.ts";
import { visibleWidth } from "./visible-width.ts";

const STYLE = /\x1b\[([\d;:]*)m/g;

/** Pads a line to `width` and gives it a background, also where the text resets its own style. */
export function applyBackgroundToLine(line: string, width: number, bgFn: (text: string) => string): string {
  const padded = line + " ".repeat(Math.max(0, width - visibleWidth(line)));
  if (!line.includes("\x1b")) return bgFn(padded);
  const [opening = ""] = bgFn("\u0000").split("\u0000");
  if (opening === "") return bgFn(padded);
  return bgFn(
    padded.replace(STYLE, (sequence, codes: string) => (endsBackground(codes) ? sequence + opening : sequence)),
  );
}

/** Returns the sequence of the background active at the end of a styled text. */
export function getActiveBackgroundAnsi(text: string): string {
  const state = new StyleState();
  for (const unit of textUnits(text)) if (unit.kind === "escape") state.apply(unit.text);
  return state.background();
}

/** Tests the effect of the codes, so that a `0` as a colour component is not mistaken for a reset. */
function endsBackground(codes: string): boolean {
  const probe = new StyleState();
  probe.apply("\x1b[41m");
  probe.apply(`\x1b[${codes}m`);
  return probe.background() === "";
}
