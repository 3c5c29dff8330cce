/** Matches an attached file or folder, whose full text precedes the typed text in a message. */
const ATTACHED = /^<(file|folder) name="([^"]*)">(?:\n[\s\S]*?\n)?<\/\1>(?:\n|$)/;

/** Returns a message as the user typed it: attached files by their names, and a skill by its command. */
export function asTyped(message: string): string {
  const names: string[] = [];
  let rest = message;
  for (let match = ATTACHED.exec(rest); match; match = ATTACHED.exec(rest)) {
    names.push(match[2] ?? "");
    rest = rest.slice(match[0].length);
  }
  const typed = withoutSkill(rest);
  const words = typed.match(/@(?:"[^"]+"|[^\s"]+)/g) ?? [];
  const isNamed = (name: string) => words.some((word) => isPathOf(word.replace(/^@"?|"$/g, ""), name));
  const unnamed = names.filter((name) => !isNamed(name)).map((name) => `@${name.replace(/^.*\/(?=.)/, "")}`);
  return [...unnamed, typed].filter(Boolean).join(" ");
}

/** Replaces the full text of a skill with the command that it came from. */
function withoutSkill(message: string): string {
  const skill = /^<skill name="([^"]+)"/.exec(message)?.[1];
  if (skill === undefined) return message;
  const rest = message.split("</skill>")[1]?.trim() ?? "";
  return `/skill:${skill} ${rest}`.trim();
}

/** Whether a typed path may refer to a file. */
function isPathOf(typed: string, name: string): boolean {
  const plain = (path: string) => path.replace(/^(?:~|\.{1,2})\/|[,.;:!?)]+$|\/$/g, "");
  return plain(name).endsWith(plain(typed));
}
