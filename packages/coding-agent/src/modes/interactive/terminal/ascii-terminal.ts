import { ProcessTerminal } from "@tau/tui";

/** Whatever is drawn, by us, by the terminal library or by an extension, reaches the screen without line art. */
export class AsciiTerminal extends ProcessTerminal {
  override write(data: string): void {
    super.write(toAscii(data));
  }
}

/**
 * What stands for each sign that terminals and fonts without line art cannot show. One sign is one column, so that everything laid
 * out with the left side fits with the right one. Letters of any script are text, not decoration: they are left alone.
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

/** The same text for a terminal that shows ASCII alone, column by column. */
export function toAscii(text: string): string {
  return text.replace(ANY, (sign) => ascii.get(sign) ?? sign);
}
