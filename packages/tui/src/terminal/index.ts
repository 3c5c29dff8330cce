export type { Terminal } from "./terminal.ts";
export {
  parseOsc11BackgroundColor,
  parseTerminalColorSchemeReport,
  type RgbColor,
  type TerminalColorScheme,
} from "./terminal-colors.ts";
