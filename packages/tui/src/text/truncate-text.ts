import { escapeKind } from "./escape-sequence.ts";
import { isPrintableAscii } from "./graphemes.ts";
import { StyleState } from "./style-state.ts";
import { textUnits } from "./text-units.ts";
import { visibleWidth } from "./visible-width.ts";

/** Cuts a line to `maxWidth` cells including the ellipsis, and ends any open style before it; `pad` fills up with spaces. */
export function truncateToWidth(text: string, maxWidth: number, ellipsis = "...", pad = false): string {
  const limit = Math.max(0, Math.floor(maxWidth));
  const plain = isPrintableAscii(text);
  const width = plain ? text.length : visibleWidth(text);
  if (width <= limit) {
    const whole = plain ? text : takeColumns(text, limit).text;
    return pad ? whole + " ".repeat(limit - width) : whole;
  }
  const mark = fitMark(ellipsis, limit);
  const markWidth = visibleWidth(mark);
  const kept = plain
    ? { text: text.slice(0, limit - markWidth), width: limit - markWidth }
    : cut(text, limit - markWidth);
  const result = kept.text + mark;
  return pad ? result + " ".repeat(limit - kept.width - markWidth) : result;
}

function fitMark(mark: string, limit: number): string {
  return visibleWidth(mark) <= limit ? mark : takeColumns(mark, limit).text;
}

interface Taken {
  readonly text: string;
  readonly width: number;
  readonly state: StyleState;
}

function cut(text: string, limit: number): { text: string; width: number } {
  const { text: kept, width, state } = takeColumns(text, limit);
  return { text: kept + state.closing(), width };
}

/** Returns the longest start of `text` within `limit` cells, with tabs as spaces and without controls. */
function takeColumns(text: string, limit: number): Taken {
  const state = new StyleState();
  let taken = "";
  let width = 0;
  for (const unit of textUnits(text)) {
    if (unit.kind === "control") continue;
    if (unit.kind === "escape") {
      if (escapeKind(unit.text) === "other") continue;
      state.apply(unit.text);
      taken += unit.text;
      continue;
    }
    const shown = unit.kind === "tab" ? " ".repeat(unit.width) : unit.text;
    if (width + unit.width > limit) {
      if (unit.kind !== "cluster") {
        taken += shown.slice(0, limit - width);
        width = limit;
      }
      break;
    }
    taken += shown;
    width += unit.width;
  }
  return { text: taken, width, state };
}
