import { type ParsedFrontmatter, parseFrontmatter as read } from "@tau/agent";

/** Throws if the fields are not YAML; Tau's own files are read line by line then, with a warning. */
export function parseFrontmatter<T extends Record<string, unknown> = Record<string, unknown>>(
  content: string,
): ParsedFrontmatter<T> {
  const { frontmatter, body, problem } = read<T>(content);
  if (problem && problem.isOpen !== true)
    throw new Error(`Line ${problem.line} of the front matter: ${problem.reason}.`);
  return { frontmatter, body };
}

/** Returns the text below the fields, which have to be YAML. */
export function stripFrontmatter(content: string): string {
  return parseFrontmatter(content).body;
}
