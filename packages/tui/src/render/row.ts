import { BLANK_LINE, type ScreenLine } from "./screen-line.ts";

/** A row of the screen: the component's line, and what was written for it. Its identity moves with it when rows scroll. */
export interface Row {
  readonly source: string;
  readonly line: ScreenLine;
}

export const BLANK_ROW: Row = { source: "", line: BLANK_LINE };
/** A row that something else may have written to. */
export const UNKNOWN_ROW: Row = { source: "", line: BLANK_LINE };
