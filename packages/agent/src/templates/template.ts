import { textField } from "../frontmatter/fields.ts";
import type { FileDiagnostic } from "../frontmatter/file-diagnostic.ts";
import { describeProblem, parseFrontmatter } from "../frontmatter/frontmatter.ts";
import { baseName } from "../prompt/path-text.ts";

/** A prompt that is kept in a file and called by its name. */
export interface PromptTemplate {
  name: string;
  description: string;
  argumentHint?: string;
  content: string;
  filePath: string;
}

export interface ParsedPromptTemplate {
  /** Absent where there is no text to send. */
  readonly template?: PromptTemplate;
  readonly diagnostics: FileDiagnostic[];
}

const MAX_DESCRIPTION = 100;

/** The file's name becomes the template's, unless the place gives it another; a missing description is the first line. */
export function parsePromptTemplate(
  content: string,
  filePath: string,
  name: string = templateName(baseName(filePath)),
): ParsedPromptTemplate {
  const { frontmatter, body, problem } = parseFrontmatter(content);
  const diagnostics = describeProblem(problem, filePath);
  if (body === "") {
    const message = "this prompt is empty; not loaded";
    return { diagnostics: [...diagnostics, { type: "warning", path: filePath, message }] };
  }
  const firstLine = body.trimStart().split("\n", 1)[0] ?? "";
  const argumentHint = hintOf(frontmatter["argument-hint"]);
  const template: PromptTemplate = {
    name,
    description: textField(frontmatter, "description") ?? firstLine.slice(0, MAX_DESCRIPTION),
    ...(argumentHint === undefined ? {} : { argumentHint }),
    content: body,
    filePath,
  };
  return { template, diagnostics };
}

/** Some keep their prompts in `name.prompt.md`. */
export function templateName(file: string): string {
  return file.replace(/(?:\.prompt)?\.md$/i, "");
}

/** Without quotes, `[focus]` is a list to YAML. */
function hintOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return `[${value.join(", ")}]`;
  return value === undefined || value === null || value === "" ? undefined : String(value);
}
