/** Matches the text form of the tokens with which a model addresses a tool. */
const MARKER = /to=functions\.[A-Za-z_]\w*/;
/** Channel names directly before the marker; code that only mentions the marker has none there. */
const CHANNEL = /(?:analysis|assistant|commentary|user)\s*$/;
/** Strings that occur only together with such leaks. */
const GLITCHES = /Japgolly|Jsii_commentary|changedFiles|RTLU/;
/** Three or more consecutive letters of a script that is not Latin. */
const FOREIGN_RUN = /[\p{L}--[\p{Script=Latin}\p{Script=Common}]]{3,}/v;
const NEIGHBOURHOOD = 200;

/**
 * Returns whether routing text has leaked into the arguments of a call, which some models do a few times in ten thousand calls. The marker
 * alone is not enough, because a file may be about it. Text after a leak must not be trusted.
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
