import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The packages of one side, under the names that an extension imports. Both sides are typed as ours: that is the promise under test. */
export interface Library {
  readonly side: SideName;
  readonly ai: typeof import("@tau/ai/compat");
  readonly oauth: typeof import("@tau/ai/oauth");
  readonly agent: typeof import("@tau/agent");
  readonly tui: typeof import("@tau/tui");
  readonly codingAgent: typeof import("@tau/coding-agent/pi");
  /** The file that the program of this side is started with. */
  readonly cli: string;
  /** An empty folder of this process, the same name on both sides up to its parent; results name it `<root>`. */
  readonly root: string;
}

export type SideName = "ours" | "theirs";

/** Packages whose exports are counted, by the names of `exports.json`. */
export type PackageName = "ai" | "oauth" | "agent" | "tui" | "codingAgent";

/** Loads the packages of one side. Each name that a subject reads is noted in `used`. */
export async function loadLibrary(
  side: SideName,
  theirEntry: string,
  root: string,
  used: Set<string>,
): Promise<Library> {
  const modules = side === "ours" ? await loadOurs() : await loadTheirs(theirEntry);
  const noted = Object.entries(modules).map(([name, exports]) => [name, noteUse(name, exports, used)]);
  const cli =
    side === "ours"
      ? fileURLToPath(new URL("../packages/coding-agent/dist/cli.js", import.meta.url))
      : join(dirname(theirEntry), "node_modules", ".bin", "pi");
  return { side, root, cli, ...Object.fromEntries(noted) } as Library;
}

async function loadOurs(): Promise<Record<PackageName, object>> {
  const [ai, oauth, agent, tui, codingAgent] = await Promise.all([
    import("@tau/ai/compat"),
    import("@tau/ai/oauth"),
    import("@tau/agent"),
    import("@tau/tui"),
    import("@tau/coding-agent/pi"),
  ]);
  return { ai, oauth, agent, tui, codingAgent };
}

async function loadTheirs(entry: string): Promise<Record<PackageName, object>> {
  return (await import(pathToFileURL(entry).href)) as Record<PackageName, object>;
}

function noteUse(packageName: string, exports: object, used: Set<string>): object {
  return new Proxy(
    {},
    {
      get: (_, name) => {
        if (typeof name === "string") used.add(`${packageName}.${name}`);
        return Reflect.get(exports, name) as unknown;
      },
      has: (_, name) => Reflect.has(exports, name),
      ownKeys: () => Reflect.ownKeys(exports),
      getOwnPropertyDescriptor: (_, name) => {
        const descriptor = Reflect.getOwnPropertyDescriptor(exports, name);
        return descriptor && { ...descriptor, configurable: true };
      },
    },
  );
}
