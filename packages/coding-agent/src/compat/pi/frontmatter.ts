import { type ParsedFrontmatter, parseYaml, YamlError } from "@tau/agent";

/** Matches a line with a field. */
const FIELD = /^[ \t]*(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*:(?:[ \t]|$)/m;

/**
 * Reads the fields as pi does, for programs: they end at the first line that begins with `---`, and fields that are not YAML throw. In Tau's
 * own files the line has nothing else on it, and such fields are read line by line, with a warning.
 */
export function parseFrontmatter<T extends Record<string, unknown> = Record<string, unknown>>(
  content: string,
): ParsedFrontmatter<T> {
  const text = content.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const end = /^---[ \t]*\n/.test(text) ? text.indexOf("\n---", 3) : -1;
  if (end < 0) return { frontmatter: {} as T, body: text };
  return { frontmatter: fieldsOf(text.slice(4, end)) as T, body: text.slice(end + 4).trim() };
}

/** Returns the text below the fields, which have to be YAML. */
export function stripFrontmatter(content: string): string {
  return parseFrontmatter(content).body;
}

/** Text and lists between the lines, as between two rules, are no fields. */
function fieldsOf(head: string): Record<string, unknown> {
  try {
    // A line of three points ends the YAML.
    return parseYaml(head.replace(/^\.\.\.[ \t]*$[\s\S]*/m, ""));
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    if (!FIELD.test(head)) return {};
    throw new Error(`Line ${error.line + 1} of the front matter: ${error.message}.`, { cause: error });
  }
}
