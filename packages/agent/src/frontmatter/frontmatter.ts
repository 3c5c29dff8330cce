import { AgentError } from "../errors.ts";
import { readSimpleYaml } from "./simple-yaml.ts";

export interface Frontmatter {
  readonly frontmatter: Readonly<Record<string, unknown>>;
  /** What follows, without blank space around it. */
  readonly body: string;
}

/** Reads the YAML between `---` lines at the head of a Markdown file. A file without it has an empty one. */
export async function readFrontmatter(content: string): Promise<Frontmatter> {
  const { head, body } = splitFrontmatter(content);
  return { frontmatter: head === undefined ? {} : await readYaml(head), body };
}

export function stripFrontmatter(content: string): string {
  return splitFrontmatter(content).body;
}

const FENCED = /^---[ \t]*\n(?<head>(?:[\s\S]*?\n)??)---[ \t]*(?:\n|$)/;

function splitFrontmatter(content: string): { head: string | undefined; body: string } {
  const text = content.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const fenced = FENCED.exec(text);
  return { head: fenced?.groups?.head, body: text.slice(fenced?.[0].length ?? 0).trim() };
}

async function readYaml(source: string): Promise<Record<string, unknown>> {
  // Most headers are a few plain lines; only the others pay for loading a YAML parser.
  const simple = readSimpleYaml(source);
  if (simple) return simple;
  const { parse } = await import("yaml");
  const value: unknown = parseWith(parse, source);
  if (value === null || value === undefined) return {};
  if (typeof value === "object" && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new AgentError("invalid-frontmatter", "The frontmatter is not a list of `key: value` lines.");
}

function parseWith(parse: (source: string) => unknown, source: string): unknown {
  try {
    return parse(source);
  } catch (error) {
    throw invalidYaml(error);
  }
}

function invalidYaml(cause: unknown): AgentError {
  const reason = cause instanceof Error ? cause.message.split("\n")[0] : String(cause);
  return new AgentError("invalid-frontmatter", `The frontmatter is not valid YAML: ${reason}`, { cause });
}
