/**
 * A pattern that is built when it is first asked for. A literal with Unicode properties costs a fraction of a millisecond already when
 * the file that holds it is read, wherever in it it stands.
 */
export function latePattern(source: string): () => RegExp {
  let pattern: RegExp | undefined;
  return () => {
    pattern ??= new RegExp(source, "u");
    return pattern;
  };
}
