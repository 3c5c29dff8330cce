import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path/posix";
import { Script } from "node:vm";

/** The module that runs the scripts, beside them. */
export const RUN_SCRIPT = "run-script";

const HASH_LENGTH = 16;
const META = "importMeta";
const LOAD = "importModule";
const MODULES = "importedModules";
const IMPORT = /(?<=^|[;}\n])import(?:\{([^}]*)\}from)?"([^"]+)";?/g;
const EXPORT = /export\{([^}]*)\};?\s*$/;
const LATE_IMPORT = /\bimport(?=\("(?:\.\/[^"]+\.js|node:[\w/]+)"\))/g;
const OWN_URL = /(?<=createRequire\(|=)import\.meta(?=\.url\b)/g;

/**
 * Splits a module of the bundle into a script with its code and a module of the same name that runs it and exports what it returns. The
 * compiled code of a script can be kept with the functions that have run; Node keeps of a module only what is compiled before it runs.
 * Exports are read once, when the script has run: none may be assigned later. The name of the script contains a hash of its text, because V8
 * takes the compiled code of any other text of the same length for its own, and several versions of Tau keep theirs in one folder.
 */
export function startScript(path: string, code: string): [path: string, text: string][] {
  const modules = new Map<string, string[]>();
  for (const [, names = "", from = ""] of code.matchAll(IMPORT))
    modules.set(from, [...(modules.get(from) ?? []), ...listed(names).map(([name, local]) => property(name, local))]);
  const exported = listed(EXPORT.exec(code)?.[1] ?? "");
  const body = code.replace(EXPORT, "").replace(IMPORT, "").replace(LATE_IMPORT, LOAD).replace(OWN_URL, META);
  if (/\bimport(?:\(|\.meta)/.test(body)) throw new Error(`${path} has an import of a form that a script cannot have`);
  const imports = [...modules.values()].map((names, at) => `const{${names}}=${MODULES}[${at}];`).join("");
  const result = exported.map(([local, name]) => property(name, local));
  const text = `(function(${META},${LOAD},${MODULES}){"use strict";${imports}${body}\nreturn{${result}};})`;
  // Throws for other syntax that only modules have.
  new Script(text, { filename: path });
  const hash = createHash("sha256").update(text).digest("hex").slice(0, HASH_LENGTH);
  const script = `${basename(path, ".js")}-${hash}.script`;
  return [
    [
      path,
      runningModule(
        script,
        [...modules.keys()],
        exported.map(([, name]) => name),
      ),
    ],
    [join(dirname(path), script), text],
  ];
}

function runningModule(script: string, modules: readonly string[], exported: readonly string[]): string {
  const imports = modules.map((from, at) => `import*as m${at} from"${from}";`).join("");
  const call = `runScript("${script}",import.meta,(name)=>import(name),[${modules.map((_, at) => `m${at}`)}])`;
  return `${imports}import{runScript}from"./${RUN_SCRIPT}.js";export const{${exported}}=${call};`;
}

/** Returns the pairs of a list such as `a,b as c`; the second name is the first if there is none. */
function listed(names: string): [first: string, second: string][] {
  return names.split(",").flatMap((item): [string, string][] => {
    const [first = "", second = first] = item.trim().split(" as ");
    return first === "" ? [] : [[first, second]];
  });
}

function property(name: string, local: string): string {
  return name === local ? name : `${name}:${local}`;
}
