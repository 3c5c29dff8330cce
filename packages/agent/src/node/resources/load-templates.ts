import { basename, relative, sep } from "node:path";
import type { FileDiagnostic } from "../../frontmatter/file-diagnostic.ts";
import { type PromptTemplate, parsePromptTemplate, templateName } from "../../templates/template.ts";
import { isFolder, listFiles } from "./read-folder.ts";
import { readText } from "./read-markdown.ts";

export interface LoadedTemplates {
  readonly templates: PromptTemplate[];
  readonly diagnostics: FileDiagnostic[];
}

/** Loads the templates of a folder, or the template in a file. With `deep`, `git/commit.md` is called `git:commit`. */
export function loadTemplatesAt(path: string, options: { deep?: boolean } = {}): LoadedTemplates {
  const found: LoadedTemplates = { templates: [], diagnostics: [] };
  if (path.endsWith(".md") && !isFolder(path)) loadTemplate(path, basename(path), found);
  else for (const file of listFiles(path, [".md"], options)) loadTemplate(file, relative(path, file), found);
  return found;
}

function loadTemplate(path: string, way: string, found: LoadedTemplates): void {
  const { text, diagnostics } = readText(path);
  found.diagnostics.push(...diagnostics);
  if (text === undefined) return;
  const parsed = parsePromptTemplate(text, path, templateName(way.split(sep).join(":")));
  if (parsed.template) found.templates.push(parsed.template);
  found.diagnostics.push(...parsed.diagnostics);
}
