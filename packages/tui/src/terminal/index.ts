export { type ColorDepth, detectColorDepth } from "./color-depth.ts";
export { getNativeClipboard, type NativeClipboard } from "./native-clipboard.ts";
export { ProcessTerminal, type ProcessTerminalOptions } from "./process-terminal.ts";
export type { Terminal } from "./terminal.ts";
export {
  parseOsc11BackgroundColor,
  parseTerminalColorSchemeReport,
  type RgbColor,
  type TerminalColorScheme,
} from "./terminal-colors.ts";
