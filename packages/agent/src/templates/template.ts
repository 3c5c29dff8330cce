import { textField } from "../frontmatter/fields.ts";
import type { FileDiagnostic } from "../frontmatter/file-diagnostic.ts";
import { describeProblem, parseFrontmatter } from "../frontmatter/frontmatter.ts";
import { baseName } from "../prompt/path-text.ts";

/** A prompt that is stored in a file and called by its name. */
export interface PromptTemplate {
  name: string;
  description: string;
  argumentHint?: string;
  content: string;
  filePath: string;
}

export interface ParsedPromptTemplate {
  /** Absent if the file has no text to send. */
  readonly template?: PromptTemplate;
  readonly diagnostics: FileDiagnostic[];
}

const MAX_DESCRIPTION = 100;

/** Parses a template. The name defaults to that of the file, and the description to the first line. */
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

/** Returns the name without its ending. Some projects use `name.prompt.md`. */
export function templateName(file: string): string {
  return file.replace(/(?:\.prompt)?\.md$/i, "");
}

/** Converts the hint to text. Without quotes, YAML parses `[focus]` as a list. */
function hintOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return `[${value.join(", ")}]`;
  return value === undefined || value === null || value === "" ? undefined : String(value);
}
