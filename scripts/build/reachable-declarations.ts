import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { at } from "../bootstrap/root.mjs";
import { readPackage } from "./read-package.ts";

/** A relative path that a declaration imports or exports from, in any of the forms that the compiler writes. */
const RELATIVE = /\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g;

/** Deletes the declarations of a library that its entries do not lead to: programs cannot import them, and they take up disk space. */
export function removeUnreachableDeclarations(name: string): void {
  const folder = at(`packages/${name}`);
  const reached = new Set<string>();
  const waiting = Object.values(readPackage(name).exports).flatMap(({ types }) => types ?? []);
  visit(waiting.map((path) => join(folder, path)));
  for (const path of globSync("dist/**/*.d.ts", { cwd: folder }))
    if (!reached.has(join(folder, path))) rmSync(join(folder, path));

  function visit(paths: readonly string[]): void {
    for (const path of paths) {
      if (reached.has(path) || !existsSync(path)) continue;
      reached.add(path);
      visit(importsOf(path));
    }
  }
}

function importsOf(path: string): string[] {
  const imports = readFileSync(path, "utf8").matchAll(RELATIVE);
  return [...imports].map(([, target = ""]) => resolve(dirname(path), target.replace(/\.[jt]s$/, ".d.ts")));
}
