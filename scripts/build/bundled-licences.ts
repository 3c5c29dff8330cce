import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { at } from "../bootstrap/root.mjs";

/** The folder of the package that an input of a bundle is from. */
const PACKAGE_FOLDER = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;

/** Returns the licences of the packages that these source files belong to, as one text. They must come with every bundle. */
export function bundledLicences(inputs: readonly string[]): string {
  const folders = new Set(inputs.flatMap((path) => PACKAGE_FOLDER.exec(path) ?? []));
  return [...folders].sort().map(licenceOf).join("\n\n");
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(at(join(folder, "package.json")), "utf8"));
  const texts = globSync("{LICEN[CS]E,licen[cs]e,License}*", { cwd: at(folder) }).sort();
  const text = texts.map((file) => readFileSync(at(join(folder, file)), "utf8").trim());
  return [`${name} ${version} (${license})`, ...text].join("\n\n");
}
