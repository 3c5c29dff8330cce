import { ProcessTerminal } from "@tau/tui";

/** A terminal that replaces line art in all output: of Tau, the terminal library and extensions. */
export class AsciiTerminal extends ProcessTerminal {
  override write(data: string): void {
    super.write(toAscii(data));
  }
}

/**
 * ASCII replacements for characters that some terminals and fonts cannot show. Each replaces one column by one column, so that the layout
 * stays the same. Letters of any script are text, not decoration, and are kept.
 */
const SIGNS: readonly (readonly [signs: string, ascii: string])[] = [
  ["─━┄┅┈┉╌╍═―—–−", "-"],
  ["│┃┆┇┊┋╎╏║▏▎▍▌▐", "|"],
  ["┌┍┎┏┐┑┒┓└┕┖┗┘┙┚┛├┝┞┟┠┡┢┣┤┥┦┧┨┩┪┫┬┭┮┯┰┱┲┳┴┵┶┷┸┹┺┻┼┽┾┿╀╁╂╃╄╅╆╇╈╉╊╋╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬", "+"],
  ["╭╮╰╯", "+"],
  ["╱⁄", "/"],
  ["╲", "\\"],
  ["█▓▊▉▋▀▄■▪◆", "#"],
  ["▒░", ":"],
  ["→›▶▸»⇒➜❯", ">"],
  ["←‹◀◂«⇐", "<"],
  ["↑▲△⇧", "^"],
  ["↓▼▾▽", "v"],
  ["↔⇔", "="],
  ["•●◉★⋆", "*"],
  ["○◌◯", "o"],
  ["·∙", "-"],
  ["✓✔", "x"],
  ["✗✘✕×", "x"],
  ["…⋯", "~"],
  ["⠋⠏⠇", "|"],
  ["⠙⠹⠸", "/"],
  ["⠼⠴", "-"],
  ["⠦⠧", "\\"],
  ["‘’", "'"],
  ["“”", '"'],
];

const ascii = new Map(SIGNS.flatMap(([signs, replacement]) => Array.from(signs, (sign) => [sign, replacement])));
const ANY = new RegExp(`[${[...ascii.keys()].join("").replace(/[\\\]^-]/g, "\\$&")}]`, "gu");

/** Replaces line art with ASCII, column by column. */
export function toAscii(text: string): string {
  return text.replace(ANY, (sign) => ascii.get(sign) ?? sign);
}
