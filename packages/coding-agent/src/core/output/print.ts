/**
 * All writes to stdout and stderr outside the screen go through this file. Text from outside, such as file names,
 * server messages and session ids, must not control the terminal. A test lists every other write.
 */

/** Removes escape sequences, control characters other than tab and line feed, and marks that change the writing direction. */
export function printable(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(SEQUENCES, "")
    .replace(CONTROLS, "");
}

/** Does the same for a single line: a text with line breaks could look like several entries. */
export function printableLine(text: string): string {
  return printable(text).replace(/[\n\t]/g, " ");
}

/** Prints a line for people to stdout. */
export function printLine(text: string): void {
  process.stdout.write(`${printable(text)}\n`);
}

/** Prints output that a program may read to stdout: a file or a pipe gets every byte unchanged. */
export function printExactly(text: string): void {
  process.stdout.write(process.stdout.isTTY ? printable(text) : text);
}

/** Prints a row of a table to stdout. No cell can look like another row. */
export function printRow(...cells: readonly string[]): void {
  printLine(cells.map(printableLine).join("\t"));
}

/** Prints a line for people to stderr. */
export function printNotice(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}

/** Prints a warning. Lines after the first are indented, so that text from outside cannot look like another message. */
export function printWarning(message: string): void {
  printNotice(`tau: ${printable(message).replaceAll("\n", "\n  ")}`);
}

const SUSPECT = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const CONTROLS = new RegExp(SUSPECT, "g");
/** Matches only complete sequences. The escape character of an unfinished one is removed with the control characters. */
const SEQUENCES = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]P^_X][^\x07\x1b]*(?:\x07|\x1b\\)|(?![[\]P^_X])[ -/]*[0-~])/g;
