import type { PromptTemplate } from "./prompt-template.ts";

/** The text a `/name arguments` stands for; any other text as it is. */
export function expandPromptTemplate(text: string, templates: readonly PromptTemplate[]): string {
  const match = /^\/(\S+)(?:\s+([\s\S]*))?$/.exec(text);
  const template = match && templates.find(({ name }) => name === match[1]);
  return template ? substituteArgs(template.content, parseCommandArgs(match[2] ?? "")) : text;
}

/** Words between blanks; quotes keep blanks, and a backslash keeps the quote, blank or backslash after it. */
export function parseCommandArgs(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (const [, doubled, single, escaped, plain, blank] of text.matchAll(WORD_PART)) {
    if (blank !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + (doubled?.replace(/\\(["\\])/g, "$1") ?? single ?? escaped ?? plain ?? "");
  }
  return word === undefined ? words : [...words, word];
}

/** Puts arguments in the place of `$1`, `$@`, `$ARGUMENTS`, `${1:-default}`, `${@:-default}`, `${@:2}` and `${@:2:3}`. What is put in is not looked at again. */
export function substituteArgs(content: string, args: readonly string[]): string {
  return content.replace(PLACEHOLDER, (_match, ...groups: (string | undefined)[]) => {
    const [position, fallback, start, length, allFallback, bare] = groups;
    const all = args.join(" ");
    if (start !== undefined) {
      const from = Math.max(0, Number(start) - 1);
      return args.slice(from, length === undefined ? undefined : from + Number(length)).join(" ");
    }
    if (position !== undefined) return args[Number(position) - 1] || (fallback ?? "");
    if (allFallback !== undefined) return all || allFallback;
    return bare === undefined ? all : (args[Number(bare) - 1] ?? "");
  });
}

const WORD_PART = /"((?:\\.|[^"\\])*)(?:"|$)|'([^']*)(?:'|$)|\\(["'\\\s])|([^\s"'\\]+|\\)|(\s+)/gs;

const PLACEHOLDER =
  /\$\{(\d+)(?::-([^}]*))?\}|\$\{@:(\d+)(?::(\d+))?\}|\$\{(?:@|ARGUMENTS):-([^}]*)\}|\$(?:\{@\}|\{ARGUMENTS\}|@|ARGUMENTS\b|(\d+))/g;
