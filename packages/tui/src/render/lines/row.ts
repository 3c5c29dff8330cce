import { BLANK_LINE, type ScreenLine } from "./screen-line.ts";

/** A row of the screen: the component's line and the line written for it. The object moves with its row when rows scroll. */
export interface Row {
  readonly source: string;
  readonly line: ScreenLine;
}

export const BLANK_ROW: Row = { source: "", line: BLANK_LINE };
/** A row whose content on the terminal is unknown. */
export const UNKNOWN_ROW: Row = { source: "", line: BLANK_LINE };
