import type { Metafile } from "esbuild";

/** Which file of a split bundle imports which. */
export class ChunkGraph {
  private readonly outputs: Metafile["outputs"];

  constructor({ outputs }: Metafile) {
    this.outputs = outputs;
  }

  /** The file that a source was made into. */
  entry(source: string): string {
    const found = Object.keys(this.outputs).find((path) => this.outputs[path]?.entryPoint === source);
    if (!found) throw new Error(`${source} has no file of its own: is it still imported dynamically?`);
    return found;
  }

  isEntry(path: string): boolean {
    return this.outputs[path]?.entryPoint !== undefined;
  }

  bytes(path: string): number {
    return this.outputs[path]?.bytes ?? 0;
  }

  exports(path: string): readonly string[] {
    return this.outputs[path]?.exports ?? [];
  }

  /** The sources with code in these files. */
  sources(paths: Iterable<string>): Set<string> {
    return new Set([...paths].flatMap((path) => Object.keys(this.outputs[path]?.inputs ?? {})));
  }

  /** These files and all they import statically, but for what is in `without` and what only that imports. */
  closure(paths: readonly string[], without: ReadonlySet<string> = new Set()): Set<string> {
    return this.visit(paths, without, ["import-statement"]);
  }

  /** These files and all they may ever load, but for what is in `without` and what only that loads. */
  reach(paths: readonly string[], without: ReadonlySet<string>): Set<string> {
    return this.visit(paths, without, ["import-statement", "dynamic-import"]);
  }

  /** Entries without code of their own that only hand on what these files have. */
  aliases(files: ReadonlySet<string>): string[] {
    const handsOn = (path: string) => this.outputs[path]?.imports.every(({ path: from }) => files.has(from));
    return Object.entries(this.outputs).flatMap(([path, { inputs, entryPoint }]) => {
      const hasCode = Object.values(inputs).some(({ bytesInOutput }) => bytesInOutput > 0);
      return entryPoint !== undefined && !hasCode && handsOn(path) ? [path] : [];
    });
  }

  private visit(paths: readonly string[], without: ReadonlySet<string>, kinds: readonly string[]): Set<string> {
    const seen = new Set<string>();
    const visit = (path: string): void => {
      if (seen.has(path) || without.has(path)) return;
      seen.add(path);
      for (const { path: next, kind, external } of this.outputs[path]?.imports ?? [])
        if (kinds.includes(kind) && !external) visit(next);
    };
    for (const path of paths) visit(path);
    return seen;
  }
}
