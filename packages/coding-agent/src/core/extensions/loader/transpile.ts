import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import * as nodeModule from "node:module";
import { join } from "node:path";
import { isMissing, isWriteRefused } from "@tau/agent/error-code";
import { makeFolder } from "@tau/agent/make-folder";
import { replaceFile } from "../../files/replace-file.ts";
import { dropUnusedImports } from "./unused-imports.ts";
import { withoutLoaderWarnings } from "./without-loader-warnings.ts";

/** Translates TypeScript to JavaScript, including syntax that is not erasable (enums, parameter properties). Throws syntax errors. */
export type Transpile = (source: string) => string;

/** Creates a function that caches translations by their source text, so that later starts load no compiler. */
export function createTranspile(cacheDir: string | undefined): Transpile {
  return (source) => {
    const path = cacheDir === undefined ? undefined : join(cacheDir, `${cacheKey(source)}.mjs`);
    const known = path === undefined ? undefined : readCached(path);
    if (known !== undefined) return known;
    const made = dropUnusedImports(stripTypes(source));
    if (path !== undefined) writeCached(path, made);
    return made;
  };
}

/** Returns the source line for a line of the translation. Erasing types keeps line numbers; translating non-erasable syntax does not. */
export function originalLine(source: string, line: number): number {
  const map = MAP.exec(stripTypes(source, { sourceMap: true }))?.[1];
  if (map === undefined) return line;
  const entry = new nodeModule.SourceMap(JSON.parse(Buffer.from(map, "base64").toString())).findEntry(line - 1, END);
  return "originalLine" in entry ? entry.originalLine + 1 : line;
}

const MAP = /\n\/\/# sourceMappingURL=data:application\/json;base64,(\S+)\s*$/;
/** Finds the last mapping of a line. */
const END = Number.MAX_SAFE_INTEGER;

/** Increase this number when the translation of the same source changes. */
const FORM = 2;

function cacheKey(source: string): string {
  return createHash("sha256").update(`${FORM}\0${process.versions.node}\0`).update(source).digest("hex").slice(0, 40);
}

function stripTypes(source: string, { sourceMap = false } = {}): string {
  return withoutLoaderWarnings(() => {
    try {
      return nodeModule.stripTypeScriptTypes(source, { mode: "strip" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX") throw error;
      return nodeModule.stripTypeScriptTypes(source, { mode: "transform", sourceMap });
    }
  });
}

function readCached(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Writes the file atomically, because another process may start at the same moment. A cache that cannot be written only costs time. */
function writeCached(path: string, text: string): void {
  try {
    makeFolder(join(path, ".."));
    replaceFile(path, text, { mode: 0o600 });
  } catch (error) {
    if (!isWriteRefused(error)) throw error;
  }
}
