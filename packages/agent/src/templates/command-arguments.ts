/**
 * Splits what follows a command the way a shell does: blanks separate, quotes keep together. A single quote inside a word is an apostrophe,
 * and a quote that is never closed stands for itself, so that plain sentences survive. Backslashes mean nothing.
 */
export function parseCommandArgs(text: string): string[] {
  return Array.from(text.matchAll(ARGUMENT), ([argument]) => argument.replace(QUOTED, unquote));
}

/** An argument: a quoted part or any other character that is no blank, one after another. */
const ARGUMENT = /(?:"[^"]*"|(?<![^\s=])'[^']*'|\S)+/g;
const QUOTED = /"(?<double>[^"]*)"|(?<![^=])'(?<single>[^']*)'/g;

function unquote(_match: string, double: string | undefined, single: string | undefined): string {
  return double ?? single ?? "";
}
