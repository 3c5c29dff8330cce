/** A kind of command that a tool does better. */
export interface CommandRule {
  /** A regular expression that the whole command is tried with. */
  readonly pattern: string;
  /** The tool to use instead: without it the command is run after all. */
  readonly tool: string;
  readonly message?: string | undefined;
}

/** Why a command is not run, in words for the model; nothing for one that is. A rule whose expression is none counts for nothing. */
export function findRefusal(
  command: string,
  isActive: (tool: string) => boolean,
  rules: readonly CommandRule[] = defaultRules,
): string | undefined {
  const forms = [command.trim(), withoutFolder(command.trim())];
  const found = rules.find(({ pattern, tool }) => {
    const expression = compile(pattern);
    return expression !== undefined && isActive(tool) && forms.some((form) => expression.test(form));
  });
  if (!found) return undefined;
  return `Blocked: ${found.message ?? `use the ${found.tool} tool for this.`}\nThe command was: ${command}`;
}

/** One program on its own, with nothing piped, redirected, chained or computed: what else there is, no tool of ours does. */
const ALONE = "[^|;&<>`$\\n]*$";
/** Blanks up to the next word: without the look ahead, every one of them would be a place to begin again. */
const BLANKS = "\\s+(?=\\S)";
/** As far as the last such option. A look ahead is never entered a second time, so that the rest is read once. */
const TO_LAST_TEST = "(?=(.*-(?:i?name|i?path|type)\\b))\\1";

const defaultRules: readonly CommandRule[] = [
  { tool: "read", pattern: `^(?:cat|head|tail|less|more)${BLANKS}(?!.*\\s?-[a-zA-Z]*[fF]\\b)[^-\\s]${ALONE}` },
  { tool: "read", pattern: `^(?:head|tail)\\s+(?:-n\\s*)?-?\\d+\\s+[^-\\s]${ALONE}` },
  { tool: "grep", pattern: `^(?:grep|egrep|fgrep|rg|ag|ack)\\s+\\S${ALONE}` },
  { tool: "find", pattern: `^(?:fd|fdfind|locate)${BLANKS}(?!.*\\s(?:-x|-X|--exec|--exec-batch)\\b)\\S${ALONE}` },
  {
    tool: "find",
    pattern: `^find${BLANKS}(?!.*\\s-(?:exec|execdir|ok|okdir|delete|fprint)\\b)${TO_LAST_TEST}${ALONE}`,
  },
  { tool: "edit", pattern: `^sed${BLANKS}(?:.*\\s)?(?:-[a-zA-Z]*i|--in-place)` },
  { tool: "edit", pattern: `^(?:perl|ruby)${BLANKS}(?:.*\\s)?-[a-zA-Z]*i\\b` },
  { tool: "write", pattern: "^(?:echo|printf)\\s[^|;&]*[^>&\\d]>\\s*(?!/dev/|&|>)[^\\s|;&<>]+\\s*$" },
  { tool: "write", pattern: "^cat\\s*>\\s*[^\\s|;&<>]+\\s*<<" },
  { tool: "write", pattern: "^cat\\s*<<-?\\s*['\"]?\\w+['\"]?\\s*>\\s*(?!/dev/|&|>)[^\\s|;&<>]+" },
];

/** `cd X && command`: the folder is none of a rule's business. */
function withoutFolder(command: string): string {
  return command.replace(/^cd\s+(?:"[^"]*"|'[^']*'|\S+)\s*(?:&&|;)\s*/, "");
}

/** Settings that were not read from a file may hold anything. */
function compile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "s");
  } catch {
    return undefined;
  }
}
