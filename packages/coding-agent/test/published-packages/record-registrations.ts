/**
 * An extension that loads the extensions of the package in TAU_RECORD_PACKAGE through an API that writes down every name they
 * register, one line of JSON each, to TAU_RECORD_FILE. It runs in Tau and in pi alike, so it imports nothing of either.
 */
import { appendFileSync, existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const SUFFIX = /\.(ts|js|mjs|cjs|mts)$/;
const NAMED = /^(on|register[A-Z]\w*)$/;

type Api = Record<string, unknown>;

export default async function recordRegistrations(api: Api): Promise<void> {
  const folder = process.env.TAU_RECORD_PACKAGE ?? "";
  for (const file of extensionFiles(folder)) {
    try {
      const module = (await import(file)) as { default?: unknown };
      const factory = module.default as ((api: Api) => unknown) | { default?: (api: Api) => unknown };
      const load = typeof factory === "function" ? factory : factory?.default;
      await load?.(recorded(api));
    } catch (error) {
      record("error", String(error).split("\n")[0] ?? "");
    }
  }
  record("end", "");
}

function recorded(api: Api): Api {
  return new Proxy(api, {
    get(target, key) {
      const value = target[String(key)];
      if (typeof value !== "function" || !NAMED.test(String(key))) return value;
      return (...args: unknown[]) => {
        record(String(key), nameOf(args[0]));
        return value.apply(target, args);
      };
    },
  });
}

function nameOf(first: unknown): string {
  return typeof first === "string" ? first : String((first as { name?: unknown } | undefined)?.name);
}

function record(kind: string, name: string): void {
  appendFileSync(process.env.TAU_RECORD_FILE ?? "", `${JSON.stringify([kind, name])}\n`);
}

function extensionFiles(folder: string): string[] {
  const { pi } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { pi?: { extensions?: string[] } };
  const entries = (pi?.extensions ?? []).filter((entry) => !entry.startsWith("!"));
  const found = entries.flatMap((entry) => (entry.includes("*") ? globSync(entry, { cwd: folder }) : [entry]));
  return found.flatMap((entry) => filesOf(join(folder, entry)));
}

/** A file, the index of a folder, or the files and the folders with an index below it. */
function filesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return SUFFIX.test(path) && !path.endsWith(".d.ts") ? [path] : [];
  const index = ["index.ts", "index.js", "index.mjs"].map((name) => join(path, name)).find((file) => existsSync(file));
  if (index) return [index];
  return readdirSync(path)
    .sort()
    .map((name) => join(path, name))
    .filter(
      (one) => !statSync(one).isDirectory() || existsSync(join(one, "index.ts")) || existsSync(join(one, "index.js")),
    )
    .flatMap(filesOf);
}
