/**
 * Returns a pattern that is built on first use. A literal with Unicode properties costs a fraction of a millisecond when its
 * file is loaded, even if it is never used.
 */
export function latePattern(source: string): () => RegExp {
  let pattern: RegExp | undefined;
  return () => {
    pattern ??= new RegExp(source, "u");
    return pattern;
  };
}
