/** The plain-text shadow of the tokens by which a model addresses a tool. */
const MARKER = /to=functions\.[A-Za-z_]\w*/;
/** Words of the same channel directly before the marker, where code that only mentions it has none. */
const CHANNEL = /(?:analysis|assistant|commentary|user)\s*$/;
/** Strings that no one writes, which come with it. */
const GLITCHES = /Japgolly|Jsii_commentary|changedFiles|RTLU/;
/** Three or more letters in a row of a script that is neither Latin nor punctuation. */
const FOREIGN_RUN = /[\p{L}--[\p{Script=Latin}\p{Script=Common}]]{3,}/v;
const NEIGHBOURHOOD = 200;

/**
 * Whether routing text has leaked into the arguments of a call, as some models let happen a few times in ten thousand. The
 * marker alone is not enough, since it may be what a file is about; what follows a leak is never to be trusted.
 */
export function hasLeakedRouting(argumentsText: string): boolean {
  const found = MARKER.exec(argumentsText);
  if (!found) return false;
  const before = argumentsText.slice(Math.max(0, found.index - NEIGHBOURHOOD), found.index);
  const end = found.index + found[0].length;
  const after = argumentsText.slice(end, end + NEIGHBOURHOOD);
  return CHANNEL.test(before) || GLITCHES.test(before) || GLITCHES.test(after) || FOREIGN_RUN.test(after);
}

export const LEAK_ADVICE =
  "The arguments are damaged: text that addresses a tool has leaked into them. Call the tool again with the whole arguments.";
