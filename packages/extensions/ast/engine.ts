import type { SgNode } from "@ast-grep/napi";
import type { ExtensionAPI } from "@tau/coding-agent";
import { ENGINE, LANGUAGES, type Language } from "./languages.ts";

type Module = typeof import("@ast-grep/napi");
type Registration = Parameters<Module["registerDynamicLanguage"]>[0][string];
/** CommonJS packages are imported with their exports under `default`. */
type Imported<T> = T & { readonly default?: T };

/** Languages that this process has given to the engine. It takes further languages only once. */
let registered: ReadonlySet<string> | undefined;
let registering: Promise<ReadonlySet<string>> | undefined;

/** Parses sources. The engine and the grammars are packages that are installed at their first use. */
export class Engine {
  private readonly packages: ExtensionAPI["packages"];
  private loading: Promise<Module> | undefined;

  constructor({ packages }: Pick<ExtensionAPI, "packages">) {
    this.packages = packages;
  }

  /** Whether the language can be used without installing its grammar. */
  async isReady({ grammar }: Language): Promise<boolean> {
    return grammar === undefined || (await this.packages.isInstalled(grammar));
  }

  /** Makes a language usable: loads the engine, and installs the grammar if it is missing. */
  async prepare({ name, grammar }: Language): Promise<void> {
    const module = await this.load();
    if (!grammar) return;
    await this.packages.locate(grammar);
    registering ??= this.register(module);
    registered ??= await registering;
    if (registered.has(name)) return;
    throw new Error(`The grammar for ${name} is installed now, but this program takes it only after a restart of Tau.`);
  }

  async parse({ engineName }: Language, source: string): Promise<SgNode> {
    const module = await this.load();
    return (await module.parseAsync(engineName, source)).root();
  }

  /** Resolves to the matches in each file that has some, in no order. Only for languages that the engine has itself. */
  async findInFiles({ engineName }: Language, paths: readonly string[], pattern: string): Promise<SgNode[][]> {
    const module = await this.load();
    const found: SgNode[][] = [];
    const all = Promise.withResolvers<void>();
    let expected = Number.POSITIVE_INFINITY;
    // The last files are reported after the search has ended.
    const settle = () => {
      if (found.length >= expected) all.resolve();
    };
    expected = await module.findInFiles(
      engineName,
      { paths: [...paths], matcher: { rule: { pattern } } },
      (error, nodes) => {
        if (error) all.reject(error);
        else found.push(nodes);
        settle();
      },
    );
    settle();
    await all.promise;
    return found;
  }

  private load(): Promise<Module> {
    this.loading ??= this.packages
      .load<Imported<Module>>(ENGINE)
      .then((module) => module.default ?? module)
      .catch((error: unknown) => {
        // The next call asks again whether the engine may be installed.
        this.loading = undefined;
        throw error;
      });
    return this.loading;
  }

  /** Gives the engine every grammar that is installed. */
  private async register(module: Module): Promise<ReadonlySet<string>> {
    const grammars: Record<string, Registration> = {};
    for (const { engineName, grammar } of LANGUAGES) {
      if (!grammar || !(await this.packages.isInstalled(grammar))) continue;
      const loaded = await this.packages.load<Imported<Registration>>(grammar);
      grammars[engineName] = loaded.default ?? loaded;
    }
    module.registerDynamicLanguage(grammars);
    return new Set(Object.keys(grammars));
  }
}
