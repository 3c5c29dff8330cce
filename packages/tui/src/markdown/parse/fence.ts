const OPENING = /^( {0,3})(`{3,}|~{3,})([\s\S]*)$/;

/** The opening line of a fenced code block. */
export interface FenceOpening {
  /** The number of columns removed from each line of the code. */
  readonly indent: number;
  readonly lang: string;
  readonly isClosing: (text: string) => boolean;
}

export function parseFenceOpening(text: string): FenceOpening | undefined {
  const match = OPENING.exec(text);
  if (!match) return undefined;
  const [, indent = "", fence = "", info = ""] = match;
  const character = fence.charAt(0);
  if (character === "`" && info.includes("`")) return undefined;
  const isClosing = (line: string) => closes(line, character, fence.length);
  return { indent: indent.length, lang: info.trim(), isClosing };
}

function closes(line: string, character: string, length: number): boolean {
  const text = line.trim();
  if (text.length < length || /^ {4}|^ {0,3}\t/.test(line)) return false;
  for (const other of text) if (other !== character) return false;
  return true;
}
