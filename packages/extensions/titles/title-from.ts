const MAX_LENGTH = 60;
/** How much of a line is read. A longer line is not a title. */
const MAX_READ = 400;

/** Returns the title in a model's answer: the first line, without quotes and decoration. Undefined if there is none. */
export function titleFrom(answer: string): string | undefined {
  const line = answer.split("\n").find((candidate) => candidate.trim() !== "") ?? "";
  const plain = line
    .trim()
    .slice(0, MAX_READ)
    .replace(/^(?:#+\s*|title:\s*)/i, "")
    .replace(/^["'`*“]+|["'`*”.]+$/g, "")
    .replace(/\p{Cc}/gu, "")
    .trim();
  if (plain === "") return undefined;
  return plain.length <= MAX_LENGTH ? plain : `${plain.slice(0, MAX_LENGTH - 1).trimEnd()}…`;
}
