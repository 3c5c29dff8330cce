import { createHash } from "node:crypto";
import { existsSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { makeFolder } from "@tau/agent/make-folder";
import { VERSION } from "../../../version.ts";
import { type HostModule, hostCliPath, hostModuleUrl } from "./module-map.ts";

/**
 * Packages on disk for extensions that look for the host there: they resolve its name, walk up to its
 * package.json, and start its program or import it in a separate process. These folders contain packages under
 * the names that such extensions know; their modules re-export Tau's modules.
 */
export interface HostPackages {
  /** Returns the file for a package name of the host, or `undefined` if there is no package of that name. */
  urlOf(specifier: string): string | undefined;
  /** A folder with the command `pi`, which starts Tau. It is put on the PATH of programs that an extension starts. */
  readonly bin: string;
}

/**
 * Creates the folders below `cacheDir` unless they exist. Returns `undefined` if they cannot
 * be created: then the names resolve directly to Tau's modules.
 */
export function hostPackages(cacheDir: string): HostPackages | undefined {
  const place = join(cacheDir, "host", keyOf());
  if (!existsSync(place) && !make(place)) return undefined;
  return {
    bin: join(place, "bin"),
    urlOf: (specifier) => {
      const [, name, part] = PACKAGE.exec(specifier) ?? [];
      if (name === undefined) return undefined;
      return pathToFileURL(join(place, "node_modules", name, fileOf(name, part))).href;
    },
  };
}

const SCOPES = ["@earendil-works", "@mariozechner", "@oh-my-pi"];
const PACKAGE = /^(@(?:earendil-works|mariozechner|oh-my-pi)\/pi-(?:ai|agent-core|tui|coding-agent))(?:\/(.+))?$/;

/** The files of each package, and the host modules that they re-export. */
const FILES: Readonly<Record<string, Readonly<Record<string, HostModule>>>> = {
  "pi-ai": { index: "ai", oauth: "ai-oauth" },
  "pi-agent-core": { index: "agent", node: "agent-node" },
  "pi-tui": { index: "tui" },
  "pi-coding-agent": { index: "coding-agent" },
};
const TYPEBOX: Readonly<Record<string, HostModule>> = {
  index: "typebox",
  compile: "typebox-compile",
  value: "typebox-value",
};

function fileOf(name: string, part: string | undefined): string {
  if (part === "package.json") return part;
  const own = FILES[name.split("/")[1] ?? ""] ?? {};
  return `${part !== undefined && part in own ? part : "index"}.js`;
}

/** Increase this number when the written files change. */
const FORM = 3;

function keyOf(): string {
  const parts = [FORM, VERSION, hostModuleUrl("coding-agent"), hostCliPath(), process.execPath];
  return createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 16);
}

/** Writes to a temporary folder first: another process may do the same, or this one may be interrupted. */
function make(place: string): boolean {
  const fresh = `${place}.${process.pid}`;
  try {
    for (const scope of SCOPES)
      for (const [name, files] of Object.entries(FILES))
        writePackage(join(fresh, "node_modules"), `${scope}/${name}`, files);
    writePackage(join(fresh, "node_modules"), "typebox", TYPEBOX);
    const jiti = dirname(createRequire(import.meta.url).resolve("jiti/package.json"));
    symlinkSync(jiti, join(fresh, "node_modules", "jiti"), "junction");
    writeCommand(join(fresh, "bin"), join(place, "bin"));
    if (!existsSync(place)) renameSync(fresh, place);
    return true;
  } catch (error) {
    // If the cache cannot be written, only the few extensions that look for these packages are affected.
    if (typeof (error as NodeJS.ErrnoException).code !== "string") throw error;
    return existsSync(place);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function writePackage(modules: string, name: string, files: Readonly<Record<string, HostModule>>): void {
  const folder = join(modules, name);
  makeFolder(folder);
  const parts = Object.keys(files).filter((file) => file !== "index");
  const manifest = {
    name,
    version: VERSION,
    type: "module",
    main: "./index.js",
    exports: {
      ".": "./index.js",
      ...Object.fromEntries(parts.map((part) => [`./${part}`, `./${part}.js`])),
      "./package.json": "./package.json",
      "./*": "./index.js",
    },
    ...(name.endsWith("pi-coding-agent") ? { bin: { pi: "pi.js" } } : {}),
  };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const [file, module] of Object.entries(files))
    writeFileSync(join(folder, `${file}.js`), `export * from ${JSON.stringify(hostModuleUrl(module))};\n`);
  if (name.endsWith("pi-coding-agent")) writeProgram(join(folder, "pi.js"));
}

/** The file name `pi` lets Tau know under which name it was started. */
function writeProgram(path: string): void {
  writeFileSync(path, `import ${JSON.stringify(pathToFileURL(hostCliPath()).href)};\n`);
}

/** Writes the command `pi`. It refers to `place`, because the folder is renamed to `place` when it is complete. */
function writeCommand(folder: string, place: string): void {
  makeFolder(folder);
  writeProgram(join(folder, "pi.mjs"));
  const quoted = [process.execPath, join(place, "pi.mjs")].map((part) => `'${part.replaceAll("'", "'\\''")}'`);
  writeFileSync(join(folder, "pi"), `#!/bin/sh\nexec ${quoted.join(" ")} "$@"\n`, { mode: 0o755 });
}
