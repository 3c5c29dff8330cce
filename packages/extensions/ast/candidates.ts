import { relative } from "node:path";
import type { ExtensionAPI } from "@tau/coding-agent";
import type { Engine } from "./engine.ts";
import { findLanguage, type Language, languageOfFile } from "./languages.ts";

export interface Scope {
  readonly cwd: string;
  readonly paths: readonly string[];
  readonly lang?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A file that can be parsed. */
export interface Candidate {
  readonly file: string;
  /** Relative to the working directory where it is below it. */
  readonly path: string;
  readonly language: Language;
}

export interface Candidates {
  readonly files: readonly Candidate[];
  /** What was left out, for the model. */
  readonly notes: readonly string[];
}

/**
 * Lists the files to parse. Without `lang`, files whose grammar would have to be installed are left out, unless there are no others: a
 * search through a folder must not install a grammar for each of its configuration files.
 */
export async function findCandidates(
  pi: Pick<ExtensionAPI, "files">,
  engine: Engine,
  scope: Scope,
): Promise<Candidates> {
  const { cwd, paths, lang, signal } = scope;
  const wanted = lang === undefined ? undefined : findLanguage(lang);
  const named = paths.map((path) => path.trim()).filter((path) => path !== "");
  const listed = await pi.files.list({ cwd, paths: named.length > 0 ? named : ["."], signal });
  const known = listed.flatMap((file) => {
    const language = languageOfFile(file);
    return language ? [{ file, path: shownPath(file, cwd), language }] : [];
  });
  if (wanted) {
    const files = known.filter(({ language }) => language === wanted);
    // A file that is named alone is parsed as what the caller says it is.
    const single =
      listed.length === 1 ? listed.map((file) => ({ file, path: shownPath(file, cwd), language: wanted })) : [];
    await engine.prepare(wanted);
    return { files: files.length > 0 ? files : single, notes: [] };
  }
  if (known.length === 0 && listed.length > 0) throw new Error(noGrammar(listed));
  const languages = [...new Set(known.map(({ language }) => language))];
  const ready = new Set<Language>();
  for (const language of languages) if (await engine.isReady(language)) ready.add(language);
  const [only] = languages;
  if (ready.size === 0 && languages.length === 1 && only) ready.add(only);
  for (const language of ready) await engine.prepare(language);
  const missing = languages.filter((language) => !ready.has(language));
  return {
    files: known.filter(({ language }) => ready.has(language)),
    notes: missing.map((language) => notInstalled(language, known)),
  };
}

/** Shows a path as models write it. */
export function shownPath(file: string, cwd: string): string {
  const path = relative(cwd, file);
  return path === "" || path.startsWith("..") ? file : path;
}

function noGrammar(files: readonly string[]): string {
  const extensions = [
    ...new Set(files.map((file) => /\.[^./]+$/.exec(file)?.[0] ?? file.slice(file.lastIndexOf("/") + 1))),
  ];
  const shown = extensions.slice(0, 5).join(", ");
  return `No grammar for ${shown}${extensions.length > 5 ? " and others" : ""}. Use grep for these files, or name the language with lang.`;
}

function notInstalled(language: Language, known: readonly Candidate[]): string {
  const count = known.filter((candidate) => candidate.language === language).length;
  return `${count} ${language.name} ${count === 1 ? "file was" : "files were"} not looked at: the grammar is not installed. lang: "${language.name}" installs it.`;
}
