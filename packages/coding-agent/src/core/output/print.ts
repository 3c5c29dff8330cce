/**
 * The one way to stdout and stderr outside the screen. Names of files, messages of servers, ids in a session: whatever comes from
 * outside is text there and must not act on the terminal. A test lists every other write.
 */

/** Without escape sequences, controls other than tab and line feed, and marks that turn the direction of writing. */
export function printable(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(SEQUENCES, "")
    .replace(CONTROLS, "");
}

/** The same for a place of one line: text with line breaks could look like several. */
export function printableLine(text: string): string {
  return printable(text).replace(/[\n\t]/g, " ");
}

/** A line for people, on stdout. */
export function printLine(text: string): void {
  process.stdout.write(`${printable(text)}\n`);
}

/** What a program may read, on stdout: a file or a pipe gets every byte. */
export function printExactly(text: string): void {
  process.stdout.write(process.stdout.isTTY ? printable(text) : text);
}

/** A row of a table, on stdout: no cell can look like another row. */
export function printRow(...cells: readonly string[]): void {
  printLine(cells.map(printableLine).join("\t"));
}

/** A line for people, on stderr. */
export function printNotice(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}

/** Lines after the first are set in: what a name or a server brings cannot look like another message. */
export function printWarning(message: string): void {
  printNotice(`tau: ${printable(message).replaceAll("\n", "\n  ")}`);
}

const SUSPECT = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const CONTROLS = new RegExp(SUSPECT, "g");
/** One that has no end is no sequence: its first character goes with the controls. */
const SEQUENCES = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]P^_X][^\x07\x1b]*(?:\x07|\x1b\\)|(?![[\]P^_X])[ -/]*[0-~])/g;
