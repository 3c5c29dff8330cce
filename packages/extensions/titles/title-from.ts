const MAX_LENGTH = 60;

/** The title in a model's answer, or nothing where there is none: the first line, without quotes and decoration. */
export function titleFrom(answer: string): string | undefined {
  const line = answer.split("\n").find((candidate) => candidate.trim() !== "") ?? "";
  const plain = line
    .trim()
    .replace(/^(?:#+\s*|title:\s*)/i, "")
    .replace(/^["'`*“]+|["'`*”.]+$/g, "")
    .replace(/\p{Cc}/gu, "")
    .trim();
  if (plain === "") return undefined;
  return plain.length <= MAX_LENGTH ? plain : `${plain.slice(0, MAX_LENGTH - 1).trimEnd()}…`;
}
