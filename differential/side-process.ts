// One side: loads its packages, then answers each input that the parent sends with what the subject returned.
import { toComparable } from "./comparable.ts";
import { type Library, loadLibrary, type SideName } from "./library.ts";
import { subjects } from "./subjects/index.ts";

/** What the parent sends. */
export interface Request {
  readonly id: number;
  readonly subject: string;
  readonly input: unknown;
  /** Call `read` of the subject with the input, instead of `run`. */
  readonly reads: boolean;
}

/** What comes back: the value, or that it was thrown. `detail` is for the reader of a report and is not compared. */
export interface Answer {
  readonly id: number;
  readonly value: unknown;
  readonly detail?: string;
  /** Exports read since the last answer. */
  readonly used: readonly string[];
}

const [side, entry, root] = process.argv.slice(2) as [SideName, string, string];
const byName = new Map(subjects.map((each) => [each.name, each]));
const used = new Set<string>();
const seen = new Set<string>();

// A library that fails in the background fails there on its own: the value that was returned is what is compared.
process.on("unhandledRejection", (error) => process.stderr.write(`${side}: unhandled: ${String(error)}\n`));
// Packages that listen to the same process add listeners on every use; the warning says nothing about the values.
process.setMaxListeners(0);

const library = await loadLibrary(side, entry, root, used);
process.on("message", (request: Request) => void answer(library, request));
process.send?.("ready");

async function answer(library: Library, { id, subject, input, reads }: Request): Promise<void> {
  const result = await run(library, subject, input, reads);
  const news = [...used].filter((name) => !seen.has(name));
  for (const name of news) seen.add(name);
  process.send?.({ id, ...result, used: news } satisfies Answer);
}

async function run(
  library: Library,
  name: string,
  input: unknown,
  reads: boolean,
): Promise<{ value: unknown; detail?: string }> {
  const subject = byName.get(name);
  if (!subject) throw new Error(`There is no subject ${name}.`);
  try {
    return { value: toComparable(await (reads ? subject.read?.(library, input) : subject.run(library, input)), root) };
  } catch (error) {
    return { value: "[throws]", detail: `${side}: ${error instanceof Error ? error.message : String(error)}` };
  }
}
