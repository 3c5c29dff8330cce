const MAX_LENGTH = 60;
/** Of a line: what is longer is no title, and is not searched for its end. */
const MAX_READ = 400;

/** The title in a model's answer, or nothing where there is none: the first line, without quotes and decoration. */
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
