export type { Cell, CellColor, CellStyle } from "./cell.ts";
export { screenSvg } from "./screen-svg.ts";
export {
  type CursorState,
  type TextPattern,
  VirtualTerminal,
  type VirtualTerminalOptions,
} from "./virtual-terminal.ts";
