import { readFileSync } from "node:fs";
import type { Plugin, PluginBuild } from "esbuild";

/**
 * Redirects imports from an index to the file that defines the name. Code splitting follows every import of a file, so a single name
 * from an index would bring along everything that any other entry imports from there.
 */
export function directImports(filter: RegExp): Plugin {
  return {
    name: "direct-imports",
    setup: (build) => {
      const exports = new ExportMap(build);
      build.onLoad({ filter }, async ({ path }) => ({
        contents: await redirect(readFileSync(path, "utf8"), path, exports),
        loader: path.endsWith(".tsx") ? "tsx" : "ts",
      }));
    },
  };
}

interface Origin {
  readonly path: string;
  readonly name: string;
}

const NAMED = /^(import|export) \{([^}]*)\} from "([^"]+)";/gm;

async function redirect(text: string, path: string, exports: ExportMap): Promise<string> {
  const statements = [...text.matchAll(NAMED)];
  const replacements = await Promise.all(
    statements.map(async ([, verb = "", names = "", specifier = ""]) => {
      const bindings = await Promise.all(
        names
          .split(",")
          .map((name) => name.trim())
          // Types do not exist in the output.
          .filter((name) => name !== "" && !name.startsWith("type "))
          .map(async (binding) => {
            const [name = binding, local = name] = binding.split(" as ");
            const origin = await exports.origin(specifier, path, name);
            const from = origin ?? { path: specifier, name };
            return `${verb} { ${from.name} as ${local} } from ${JSON.stringify(from.path)};`;
          }),
      );
      return bindings.join(" ");
    }),
  );
  let index = 0;
  return text.replace(NAMED, () => replacements[index++] ?? "");
}

interface Exports {
  readonly own: ReadonlySet<string>;
  /** Re-exported names, with their source and original name. */
  readonly passed: ReadonlyMap<string, { specifier: string; name: string }>;
  readonly all: readonly string[];
}

/** Finds the files that define exported names. */
class ExportMap {
  private readonly build: PluginBuild;
  private readonly files = new Map<string, Exports>();
  private readonly resolved = new Map<string, Promise<string | undefined>>();

  constructor(build: PluginBuild) {
    this.build = build;
  }

  /** Resolves to undefined if the file is not one of our sources, or does not export the name. */
  async origin(specifier: string, importer: string, name: string): Promise<Origin | undefined> {
    const path = await this.resolve(specifier, importer);
    if (path === undefined) return undefined;
    const exports = this.read(path);
    if (exports.own.has(name)) return { path, name };
    const passed = exports.passed.get(name);
    if (passed) return (await this.origin(passed.specifier, path, passed.name)) ?? { path, name };
    for (const from of exports.all) {
      const found = await this.origin(from, path, name);
      if (found) return found;
    }
    return undefined;
  }

  private resolve(specifier: string, importer: string): Promise<string | undefined> {
    if (!specifier.startsWith(".") && !specifier.startsWith("@tau/")) return Promise.resolve(undefined);
    const resolveDir = importer.slice(0, importer.lastIndexOf("/"));
    const key = `${resolveDir}\n${specifier}`;
    const known = this.resolved.get(key);
    if (known !== undefined) return known;
    const result = this.build
      .resolve(specifier, { resolveDir, kind: "import-statement" })
      .then(({ path, external, errors }) => (external || errors.length > 0 ? undefined : path));
    this.resolved.set(key, result);
    return result;
  }

  private read(path: string): Exports {
    const known = this.files.get(path);
    if (known) return known;
    const exports = path.endsWith(".ts") ? parseExports(readFileSync(path, "utf8")) : NOTHING;
    this.files.set(path, exports);
    return exports;
  }
}

const NOTHING: Exports = { own: new Set(), passed: new Map(), all: [] };
const DECLARATION = /^export (?:async )?(?:abstract )?(?:function\*?|class|const|let) (?:(\w+)|\{([^}]*)\})/gm;
const LOCAL_LIST = /^export \{([^}]*)\};/gm;
const PASSED_LIST = /^export \{([^}]*)\} from "([^"]+)";/gm;
const PASSED_ALL = /^export \* from "([^"]+)";/gm;

function parseExports(text: string): Exports {
  const own = [...text.matchAll(DECLARATION)].flatMap(([, name, names]) => (name ? [name] : bindings(names)));
  const listed = [...text.matchAll(LOCAL_LIST)].flatMap(([, names]) => bindings(names));
  const passed = [...text.matchAll(PASSED_LIST)].flatMap(([, names = "", specifier = ""]) =>
    names.split(",").flatMap((part) => {
      const [name = "", local = name] = part.trim().split(" as ");
      return name === "" || name.startsWith("type ") ? [] : [[local, { specifier, name }] as const];
    }),
  );
  return {
    own: new Set([...own, ...listed]),
    passed: new Map(passed),
    all: [...text.matchAll(PASSED_ALL)].map(([, specifier = ""]) => specifier),
  };
}

function bindings(names = ""): string[] {
  return names
    .split(",")
    .map(
      (part) =>
        part
          .trim()
          .split(/ as |: /)
          .at(-1) ?? "",
    )
    .filter((name) => name !== "");
}
