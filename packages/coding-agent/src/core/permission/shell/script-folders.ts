import { dirname, isAbsolute, resolve } from "node:path";
import { linkTarget } from "../../files/link-target.ts";
import type { ShellPlace } from "./judge-script.ts";
import type { ShellScript, SimpleCommand, Word } from "./shell-script.ts";
import { baseName } from "./unwrap-command.ts";

/** With more `cd` commands than this, the script's folder can no longer be determined. */
export const MOST_MOVES = 4;

export function movesOf({ commands }: ShellScript): SimpleCommand[] {
  return commands.filter((command) => baseName(command) === "cd");
}

/** Returns the folders in which a part of the script may run: the working directory and those that a `cd` names. */
export function foldersOf(script: ShellScript, place: ShellPlace): string[] {
  const folders = new Set([place.cwd]);
  for (const { words } of movesOf(script).slice(0, MOST_MOVES))
    for (const folder of [...folders])
      for (const found of locate(folder, folderNamed(words, place))) folders.add(found);
  return [...folders];
}

/** Returns the folder in which the next command runs; `/` if it cannot be told. */
export function folderAfter(command: SimpleCommand, place: ShellPlace): string {
  const name = baseName(command);
  if (name === "pushd" || name === "popd") return "/";
  if (name !== "cd") return place.cwd;
  const target = targetOf(command.words);
  if (target?.text === "-" || (target && !target.isLiteral && !target.text.startsWith("~"))) return "/";
  return locate(place.cwd, folderNamed(command.words, place)).at(-1) ?? "/";
}

function folderNamed(words: readonly Word[], place: ShellPlace): string {
  return fromHome(targetOf(words)?.text ?? "", place) || place.home;
}

/** Returns the folder that a `cd` names: its first word that is not an option. */
function targetOf(words: readonly Word[]): Word | undefined {
  return words.slice(1).find(({ text }) => !/^-[a-zA-Z@-]/.test(text));
}

/**
 * Returns the place of a path as it is written and as the system finds it: `..` after a link leaves the folder that the
 * link leads to, as in `/dev/fd/../environ`.
 */
export function locate(folder: string, path: string): string[] {
  const written = resolve(folder, path);
  if (!path.split("/").includes("..")) return [written];
  let found = isAbsolute(path) ? "/" : folder;
  for (const part of path.split("/")) found = part === ".." ? dirname(linkTarget(found)) : resolve(found, part || ".");
  return [written, found];
}

export function fromHome(path: string, { home }: ShellPlace): string {
  return path.replace(/^~(?=\/|$)/, home);
}
