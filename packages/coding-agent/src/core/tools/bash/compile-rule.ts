/** The expression of a rule; nothing where it is none. */
export function compileRule(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "s");
  } catch {
    return undefined;
  }
}
