import { readFrontmatter } from "../frontmatter/frontmatter.ts";
import { baseName } from "../prompt/path-text.ts";

/** A prompt that is kept in a file and called by its name. */
export interface PromptTemplate {
  name: string;
  description: string;
  argumentHint?: string;
  content: string;
  filePath: string;
}

/** The file's name becomes the template's; a missing description is the first line that says something. */
export async function parsePromptTemplate(fileContent: string, filePath: string): Promise<PromptTemplate> {
  const { frontmatter, body } = await readFrontmatter(fileContent);
  const hint = frontmatter["argument-hint"];
  return {
    name: baseName(filePath).replace(/\.md$/i, ""),
    description: textOf(frontmatter.description) || (body.split("\n", 1)[0] ?? ""),
    ...(hint === undefined || hint === null ? {} : { argumentHint: hintText(hint) }),
    content: body,
    filePath,
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

/** An unquoted `[focus]` is a list to YAML. */
function hintText(hint: unknown): string {
  return Array.isArray(hint) ? `[${hint.join(", ")}]` : String(hint);
}
