/** A file or folder that stands in a message with all its text, before what was typed. */
const ATTACHED = /^<(file|folder) name="([^"]*)">(?:\n[\s\S]*?\n)?<\/\1>(?:\n|$)/;

/** A message as the user typed it: attached files by their names, and a skill by the command that it came from. */
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

/** A skill stands in a message with all its text: the command it came from says more. */
function withoutSkill(message: string): string {
  const skill = /^<skill name="([^"]+)"/.exec(message)?.[1];
  if (skill === undefined) return message;
  const rest = message.split("</skill>")[1]?.trim() ?? "";
  return `/skill:${skill} ${rest}`.trim();
}

/** Whether a path that was typed may be that of a file. */
function isPathOf(typed: string, name: string): boolean {
  const plain = (path: string) => path.replace(/^(?:~|\.{1,2})\/|[,.;:!?)]+$|\/$/g, "");
  return plain(name).endsWith(plain(typed));
}
