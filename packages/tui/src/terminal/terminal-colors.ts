export interface RgbColor {
  r: number;
  g: number;
  b: number;
}

export type TerminalColorScheme = "dark" | "light";

/** Parses the background colour in a reply to OSC 11 as 0–255, whatever precision the terminal uses. */
export function parseOsc11BackgroundColor(data: string): RgbColor | undefined {
  const match = /^\x1b\]11;(?:rgba?:([0-9a-f/]+)|#([0-9a-f]+))(?:\x07|\x1b\\)$/i.exec(data);
  if (!match) return undefined;
  const channels = match[1] === undefined ? splitHex(match[2] ?? "") : match[1].split("/");
  const [r, g, b] = channels.map(toByte);
  if (r === undefined || g === undefined || b === undefined) return undefined;
  return { r, g, b };
}

export function isOsc11BackgroundColorResponse(data: string): boolean {
  return data.startsWith("\x1b]11;");
}

/** Parses the reply to `CSI ? 996 n`, which terminals also send when the user switches between dark and light. */
export function parseTerminalColorSchemeReport(data: string): TerminalColorScheme | undefined {
  const match = /^\x1b\[\?997;([12])n$/.exec(data);
  if (!match) return undefined;
  return match[1] === "1" ? "dark" : "light";
}

function splitHex(digits: string): string[] {
  const size = Math.floor(digits.length / 3);
  if (size === 0 || digits.length % 3 !== 0) return [];
  return [0, 1, 2].map((channel) => digits.slice(channel * size, (channel + 1) * size));
}

function toByte(hex: string): number | undefined {
  if (!/^[0-9a-f]{1,4}$/i.test(hex)) return undefined;
  return Math.round((Number.parseInt(hex, 16) / (16 ** hex.length - 1)) * 255);
}
