import { readFileSync } from "node:fs";
import { at } from "../bootstrap/root.mjs";

export interface PackageJson {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, { readonly "@tau/source"?: string; readonly types?: string }>>;
}

export function readPackage(name: string): PackageJson {
  return JSON.parse(readFileSync(at(`packages/${name}/package.json`), "utf8"));
}
