const IMPORT = /(?<=^|[;}\n])import\{([^}]*)\}from"([^"]+)";?/g;

/** Merges imports. Joined chunks import single names, often from the same module; the result has one statement per module, at the first place. */
export function mergeImports(code: string): string {
  const names = new Map<string, Set<string>>();
  for (const [, list = "", from = ""] of code.matchAll(IMPORT))
    names.set(from, new Set([...(names.get(from) ?? []), ...list.split(",")]));
  return code.replace(IMPORT, (_, _list: string, from: string) => {
    const all = names.get(from);
    if (!all) return "";
    names.delete(from);
    return `import{${[...all]}}from"${from}";`;
  });
}
