export type { Cell, CellColor, CellStyle } from "./cell.ts";
export {
  type CursorState,
  type TextPattern,
  VirtualTerminal,
  type VirtualTerminalOptions,
} from "./virtual-terminal.ts";
