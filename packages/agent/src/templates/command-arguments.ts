/**
 * Splits arguments like a shell: blanks separate them, quotes group them. A single quote inside a word is an apostrophe, and an unclosed
 * quote is literal, so that plain sentences survive. Backslashes have no meaning.
 */
export function parseCommandArgs(text: string): string[] {
  return Array.from(text.matchAll(ARGUMENT), ([argument]) => argument.replace(QUOTED, unquote));
}

/** An argument: a sequence of quoted parts and other characters that are not blank. */
const ARGUMENT = /(?:"[^"]*"|(?<![^\s=])'[^']*'|\S)+/g;
const QUOTED = /"(?<double>[^"]*)"|(?<![^=])'(?<single>[^']*)'/g;

function unquote(_match: string, double: string | undefined, single: string | undefined): string {
  return double ?? single ?? "";
}
