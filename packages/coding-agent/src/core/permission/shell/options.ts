/** Returns whether a word is one of these options: a long one also abbreviated, a short one also joined with others. */
export function isRefused(text: string, refused: readonly string[] = []): boolean {
  if (!text.startsWith("-") || text === "-") return false;
  return refused.some((option) => {
    if (option.startsWith("--")) {
      const [given = ""] = text.split("=", 1);
      // A long option may be abbreviated as long as it stays unique.
      return given.length > 2 && given.startsWith("--") && option.startsWith(given);
    }
    const letter = option.at(1);
    return letter !== undefined && option.length === 2 && !text.startsWith("--") && text.slice(1).includes(letter);
  });
}
