/** A kind of command for which a tool is better suited. */
export interface CommandRule {
  /** A regular expression that is matched against the whole command. */
  readonly pattern: string;
  /** The tool to use instead. If it is not active, the command runs anyway. */
  readonly tool: string;
  readonly message?: string | undefined;
}

/** Returns why a command is refused, for the model, or `undefined` if it may run. A rule with an invalid expression is ignored. */
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

/** A single program without pipes, redirections, chaining or expansions. Our tools cannot replace anything more complex. */
const ALONE = "[^|;&<>`$\\n]*$";
/** Blanks up to the next word. Without the lookahead, the expression could backtrack at every blank. */
const BLANKS = "\\s+(?=\\S)";
/** Matches up to the last such option. A lookahead never backtracks, so the rest is read only once. */
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

/** Removes a leading `cd X &&`, because the folder does not matter to a rule. */
function withoutFolder(command: string): string {
  return command.replace(/^cd\s+(?:"[^"]*"|'[^']*'|\S+)\s*(?:&&|;)\s*/, "");
}

/** Compiles a pattern. Settings that do not come from a file may contain invalid ones. */
function compile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "s");
  } catch {
    return undefined;
  }
}
