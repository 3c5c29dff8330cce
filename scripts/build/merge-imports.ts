const IMPORT = /(?<=^|[;}\n])import\{([^}]*)\}from"([^"]+)";?/g;

/** Joined chunks import name by name, and the same one many times over: one statement for each module says as much, at the first one's place. */
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
