import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { getCompileCacheDir } from "node:module";
import { join } from "node:path";
import { Script } from "node:vm";

type Run = (meta: ImportMeta, load: (name: string) => Promise<unknown>, modules: readonly object[]) => object;

/** Long enough for a first answer. V8 discards functions that have not run for a while, so that later there are fewer. */
const SETTLED_MS = 5000;
/** At the end of a file that was written completely. */
const END = Buffer.from("complete");
/** A kept file is replaced if there is this much more. */
const WORTH_KEEPING = 1.1;

/**
 * Runs a script that the build made of a module, and returns its exports. Keeps its compiled code beside Node's compile cache, which holds
 * of a module only what is compiled before it runs: compiling the functions that run was a quarter of the time of a start.
 */
export function runScript(
  name: string,
  meta: ImportMeta,
  load: Parameters<Run>[1],
  modules: readonly object[],
  settledMs: number = SETTLED_MS,
): object {
  const path = join(meta.dirname, name);
  const directory = getCompileCacheDir();
  const kept = directory === undefined ? undefined : readKept(join(directory, name));
  const script = new Script(readFileSync(path, "utf8"), { filename: path, ...(kept && { cachedData: kept }) });
  if (directory !== undefined)
    keep(script, { file: join(directory, name), settledMs, kept: script.cachedDataRejected ? undefined : kept });
  return (script.runInThisContext() as Run)(meta, load, modules);
}

function readKept(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    return bytes.subarray(-END.length).equals(END) ? bytes.subarray(0, -END.length) : undefined;
  } catch {
    // There is none yet, or it cannot be read: the script is compiled.
    return undefined;
  }
}

/**
 * Saves what has been compiled, at the end: if nothing is kept yet, or if the run was long enough to have used more of the program. The first
 * run also saves some time after its start, because it may be killed.
 */
function keep(
  script: Script,
  { file, kept, settledMs }: { file: string; kept: Buffer | undefined; settledMs: number },
) {
  let size = kept?.length ?? 0;
  const save = () => {
    const data = script.createCachedData();
    if (data.length <= size * WORTH_KEEPING) return;
    try {
      const temporary = `${file}.${process.pid}.tmp`;
      writeFileSync(temporary, Buffer.concat([data, END]), { mode: 0o600 });
      renameSync(temporary, file);
      size = data.length;
    } catch {
      // The folder cannot be written: the next start compiles again.
    }
  };
  if (size === 0) setTimeout(save, settledMs).unref();
  process.once("exit", () => {
    if (size === 0 || process.uptime() * 1000 > settledMs) save();
  });
}
