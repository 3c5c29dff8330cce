import { lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ExtensionAPI } from "@tau/coding-agent";

/** Files that say how a project is built and worked on, by their names in lower case. */
const TELLING =
  /^(?:agents\.md|claude\.md|gemini\.md|\.cursorrules|readme(?:\.\w+)?|contributing(?:\.\w+)?|package\.json|pyproject\.toml|setup\.cfg|tox\.ini|cargo\.toml|go\.mod|makefile|justfile|taskfile\.ya?ml|build\.gradle(?:\.kts)?|pom\.xml|cmakelists\.txt|gemfile|composer\.json|mix\.exs|deno\.jsonc?|tsconfig\.json|biome\.jsonc?|\.editorconfig|dockerfile|\.pre-commit-config\.yaml)$/;
const WORKFLOWS = join(".github", "workflows");
const MAX_FILES = 600;
const MAX_FILE_BYTES = 6000;
const MAX_BYTES = 80_000;

/** Describes a project: the list of its files, and the beginning of the telling ones. Secrets are removed. */
export async function projectFacts(pi: ExtensionAPI, cwd: string): Promise<string> {
  const parts = [`<files>\n${overviewOf(await listFiles(pi, cwd)).join("\n")}\n</files>`];
  let left = MAX_BYTES;
  for (const path of [...(await tellingFiles(cwd)), ...(await workflows(cwd))]) {
    const text = await beginning(join(cwd, path), Math.min(left, MAX_FILE_BYTES));
    if (text === undefined) continue;
    left -= text.length;
    parts.push(`<file name="${path}">\n${text}\n</file>`);
    if (left <= 0) break;
  }
  return await pi.exports.redact(parts.join("\n\n"));
}

/** Returns the files. Of a large project, its folders with the number of their files say more than the first files by name. */
export function overviewOf(files: readonly string[]): readonly string[] {
  if (files.length <= MAX_FILES) return files;
  const deep = foldersOf(files, 3);
  const lines = deep.length <= MAX_FILES ? deep : foldersOf(files, 2);
  const more = lines.length - MAX_FILES;
  return more > 0 ? [...lines.slice(0, MAX_FILES), `… ${more} more`] : lines;
}

function foldersOf(files: readonly string[], depth: number): string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    const names = file.split("/");
    const name = names.length > depth ? `${names.slice(0, depth).join("/")}/` : file;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => {
    if (!name.endsWith("/")) return name;
    return `${name} (${count === 1 ? "1 file" : `${count} files`})`;
  });
}

/** Lists the files that git knows, or the folder if it is no repository. */
async function listFiles(pi: ExtensionAPI, cwd: string): Promise<string[]> {
  const { stdout, exitCode } = await pi.processes
    .run("git", ["ls-files"], { cwd, purpose: "user" })
    .catch(() => ({ stdout: "", exitCode: 1 }));
  const files = exitCode === 0 ? String(stdout).split("\n").filter(Boolean) : [];
  return files.length > 0 ? files : (await readdir(cwd)).sort();
}

async function tellingFiles(cwd: string): Promise<string[]> {
  const names = await readdir(cwd).catch(() => []);
  return names.filter((name) => TELLING.test(name.toLowerCase())).sort();
}

async function workflows(cwd: string): Promise<string[]> {
  const names = await readdir(join(cwd, WORKFLOWS)).catch(() => []);
  return names.filter((name) => /\.ya?ml$/.test(name)).map((name) => join(WORKFLOWS, name));
}

/** Resolves to the beginning of a regular file. Links are not followed: they may lead out of the project. */
async function beginning(path: string, bytes: number): Promise<string | undefined> {
  const stats = await lstat(path).catch(() => undefined);
  if (!stats?.isFile()) return undefined;
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
  const text = buffer.subarray(0, bytesRead).toString();
  return stats.size > bytesRead ? `${text}\n… [cut]` : text;
}
