import type { Metafile } from "esbuild";

/** The import graph of a split bundle. */
export class ChunkGraph {
  private readonly outputs: Metafile["outputs"];

  constructor({ outputs }: Metafile) {
    this.outputs = outputs;
  }

  /** Returns the output file of a source. */
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

  /** Returns the sources with code in these files. */
  sources(paths: Iterable<string>): Set<string> {
    return new Set([...paths].flatMap((path) => Object.keys(this.outputs[path]?.inputs ?? {})));
  }

  /** Returns these files and all their static imports, except files in `without` and files that only those import. */
  closure(paths: readonly string[], without: ReadonlySet<string> = new Set()): Set<string> {
    return this.visit(paths, without, ["import-statement"]);
  }

  /** Returns these files and everything they may ever load, except files in `without` and files that only those load. */
  reach(paths: readonly string[], without: ReadonlySet<string>): Set<string> {
    return this.visit(paths, without, ["import-statement", "dynamic-import"]);
  }

  /** Returns entries without own code that only re-export from these files. */
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
