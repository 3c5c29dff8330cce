/** `$NAME`, `$_`, `$$$NAME` and `$$$`. */
const METAVARIABLE = /\$\$\$(?:[A-Z_][A-Z0-9_]*)?|\$[A-Z_][A-Z0-9_]*/g;

export interface Metavariable {
  readonly name: string;
  /** Whether it stands for any number of nodes. */
  readonly isList: boolean;
}

/** Returns the named metavariables of a pattern, each once. */
export function metavariables(pattern: string): Metavariable[] {
  const found = new Map<string, Metavariable>();
  for (const [text] of pattern.matchAll(METAVARIABLE)) {
    const name = text.replace(/^\$+/, "");
    if (name !== "" && !name.startsWith("_")) found.set(name, { name, isList: text.startsWith("$$$") });
  }
  return [...found.values()];
}

/**
 * Returns words that a file must contain to match the pattern, so that other files need not be parsed. A pattern with a comment has none:
 * comments need not match.
 */
export function requiredWords(pattern: string): string[] {
  if (/\/\/|\/\*|#|--|<!--/.test(pattern)) return [];
  return [...new Set(pattern.replace(METAVARIABLE, " ").match(/[A-Za-z_][A-Za-z0-9_]{2,}/g) ?? [])];
}

/** Returns the pattern with names in place of metavariables, to check its syntax. */
export function withoutMetavariables(pattern: string): string {
  return pattern.replace(METAVARIABLE, (text) => `x${text.replace(/^\$+/, "")}`);
}

/** Fills a template with the texts of metavariables. */
export function fillTemplate(template: string, fill: (variable: Metavariable) => string): string {
  return template.replace(METAVARIABLE, (text) =>
    fill({ name: text.replace(/^\$+/, ""), isList: text.startsWith("$$$") }),
  );
}
