import { type Dirent, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { linkTarget } from "../files/link-target.ts";
import { reasonToAsk, secretsAt } from "./protected-paths.ts";
import type { PathPlace } from "./rule-paths.ts";

type SecretPlace = PathPlace & { readonly secrets: readonly string[] };

/** Maximum number of files that are looked at for one command. */
const MOST_FILES = 5000;

/** Returns why the files that a glob matches need a question: keys, links to keys, or too many to look at. */
export function secretMatched(glob: string, place: SecretPlace): string | undefined {
  const levels = levelsOf(glob);
  if (levels === undefined) return `It reads more files than can be looked at: ${glob}.`;
  return levels.map((matches) => secretAmong(matches, place)).find((secret) => secret !== undefined);
}

/** Returns the files that a glob matches; `undefined` if they are too many to look at. */
export function filesMatched(glob: string): string[] | undefined {
  return levelsOf(glob)
    ?.at(-1)
    ?.map(({ path }) => path);
}

/** Returns what each part of a glob matches, from the root on. */
function levelsOf(glob: string): Match[][] | undefined {
  const levels: Match[][] = [[{ path: "/", isLink: false }]];
  let left = MOST_FILES;
  for (const part of glob.split("/").slice(1)) {
    const found: Match[] = [];
    for (const { path } of levels.at(-1) ?? []) {
      found.push(...matchesOf(path, part));
      if (found.length > left) return undefined;
    }
    left -= found.length;
    levels.push(found);
  }
  return levels;
}

/** Returns why the links in a folder, at any depth, need a question if a command opens what they lead to. */
export function secretLinkedBelow(folder: string, place: SecretPlace): string | undefined {
  const folders = [folder];
  let left = MOST_FILES;
  for (let each = folders.pop(); each !== undefined; each = folders.pop()) {
    const entries = entriesOf(each);
    left -= entries.length;
    if (left < 0)
      return `It may follow links in ${folder}, which has too many files to look at. With -type f it does not.`;
    const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => join(each, name));
    const secret = secretAmong(
      links.map((path) => ({ path, isLink: true })),
      place,
    );
    if (secret !== undefined) return secret;
    for (const entry of entries) if (entry.isDirectory()) folders.push(join(each, entry.name));
  }
  return undefined;
}

interface Match {
  readonly path: string;
  readonly isLink: boolean;
}

function secretAmong(matches: readonly Match[], place: SecretPlace): string | undefined {
  for (const { path, isLink } of matches) {
    const secret = secretsAt(isLink ? linkTarget(path) : path, place, { isFollowed: true });
    if (secret !== undefined) return reasonToAsk(secret);
  }
  return undefined;
}

/** Returns what one part of a glob matches in a folder. */
function matchesOf(folder: string, part: string): Match[] {
  if (part === "..") return [{ path: dirname(linkTarget(folder)), isLink: false }];
  if (!/[*?[]/.test(part)) return [{ path: join(folder, part), isLink: true }];
  const pattern = patternOf(part);
  return entriesOf(folder)
    .filter(({ name }) => pattern.test(name))
    .map((entry) => ({ path: join(folder, entry.name), isLink: entry.isSymbolicLink() }));
}

/** Returns a pattern that matches at least what the shell would match. What follows a bracket is not looked at. */
function patternOf(part: string): RegExp {
  const [before = ""] = part.split("[", 1);
  const escaped = before
    .replace(/[.+^${}()|\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  const isHidden = part.startsWith(".");
  return new RegExp(`^${isHidden ? "" : "(?!\\.)"}${escaped}${before === part ? "" : ".*"}$`, "s");
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Not a folder, or one that may not be read: the command cannot read it either.
    return [];
  }
}
