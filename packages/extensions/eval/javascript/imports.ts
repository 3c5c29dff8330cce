import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { init, parse } from "es-module-lexer";

/** The global function that takes the place of `import` in cells. */
export const IMPORT = "__tauImport";

const ALL = /^\*\s*as\s+([\w$]+)$/;

/** Returns the code with static and dynamic imports as calls, which resolve from the working directory. Lines keep their numbers. */
export async function rewriteImports(code: string): Promise<string> {
  if (!code.includes("import")) return code;
  await init;
  let found: ReturnType<typeof parse>[0];
  try {
    [found] = parse(code);
  } catch {
    // V8 says better what is wrong.
    return code;
  }
  let text = "";
  let end = 0;
  for (const { ss: start, se: stop, d: dynamic, s, e, a: attributes } of found) {
    // `import.meta`, or an import within the arguments of the one before.
    if (dynamic === -2 || start < end) continue;
    const [changed, until] =
      dynamic >= 0
        ? [IMPORT, dynamic]
        : [
            asCall(code.slice(start, stop), code.slice(s, e), attributes > -1 ? code.slice(attributes, stop) : ""),
            stop,
          ];
    text += code.slice(end, start) + changed;
    end = until;
  }
  return text + code.slice(end);
}

function asCall(statement: string, specifier: string, attributes: string): string {
  const clause = /^import\s*([\s\S]*?)\s*(?:\bfrom\s*)?["']/.exec(statement)?.[1] ?? "";
  const options = attributes === "" ? "" : `, { with: ${attributes.replace(/;?\s*$/, "")} }`;
  const call = `await ${IMPORT}(${JSON.stringify(specifier)}${options})`;
  const lines = "\n".repeat(statement.split("\n").length - 1);
  return `${declared(clause, call)}${lines}`;
}

/** Returns the declaration of the names that an import brings: `a, { b as c }`, `* as all`. */
function declared(clause: string, call: string): string {
  if (clause === "") return call;
  const [, first = "", rest = ""] = /^([\w$]+)?\s*,?\s*([\s\S]*)$/.exec(clause) ?? [];
  const all = ALL.exec(rest)?.[1];
  if (all !== undefined) return `const ${all} = ${call}${first === "" ? "" : `, ${first} = ${all}.default`};`;
  const named = rest
    .replace(/\s+as\s+/g, ": ")
    .replace(/\s*\n\s*/g, " ")
    .replace(/^\{|\}$/g, "")
    .trim();
  return `const { ${[first && `default: ${first}`, named].filter(Boolean).join(", ")} } = ${call};`;
}

/** Returns a function that imports as a module in the working directory would. */
export function createImport(): (specifier: string, options?: ImportCallOptions) => Promise<unknown> {
  const resolve = import.meta.resolve as (specifier: string, parent: URL) => string;
  return async (specifier, options) => {
    const url = resolve(String(specifier), pathToFileURL(join(process.cwd(), "cell.js")));
    return options?.with?.type === "json" ? await import(url, { with: { type: "json" } }) : await import(url);
  };
}
