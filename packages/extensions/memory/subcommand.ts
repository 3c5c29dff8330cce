import { parseArgs } from "node:util";
import type { ExtensionAPI, SubcommandContext } from "@tau/coding-agent";
import { neutralizeLine } from "@tau/tui";
import { GLOBAL, MemoryStore, type StoredMemory } from "./local/memory-store.ts";
import { checkContent, MemoryError } from "./memory.ts";
import { databasePath, setAsideText } from "./memory-backends.ts";
import { projectOf } from "./project.ts";
import { memorySettings } from "./settings.ts";

interface Call {
  readonly words: readonly string[];
  readonly isAll: boolean;
  readonly isGlobal: boolean;
  readonly isProject: boolean;
  readonly project: string;
  readonly store: MemoryStore;
  readonly pi: ExtensionAPI;
  print(text: string): void;
}

type Run = (call: Call) => void | Promise<void>;

const VERBS: Readonly<Record<string, Run>> = { on, off, list, search, add, edit, remove, export: exportAll };

const MAX_FOUND = 50;

/** Runs `tau memory …`. It works on local memories, whether memory is on or not. */
export async function runSubcommand(args: readonly string[], ctx: SubcommandContext, pi: ExtensionAPI): Promise<void> {
  const { values, positionals } = parseOptions(args);
  const [verb = "list", ...words] = positionals;
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (!run)
    throw new MemoryError(`There is no command "tau memory ${verb}". There are: ${Object.keys(VERBS).join(", ")}.`, {
      code: "usage",
    });
  const { backend } = memorySettings(ctx.settings.get);
  if (backend === "hindsight" && verb !== "on" && verb !== "off")
    throw new MemoryError(
      "Memories are on the Hindsight server: use its own tools to list and delete them. tau memory on local switches to the local ones.",
      { code: "usage" },
    );
  const store = new MemoryStore(databasePath(ctx.resources.agentDir), (path) => {
    process.stderr.write(`${setAsideText(path)}\n`);
  });
  try {
    const { all: isAll = false, global: isGlobal = false, project: isProject = false } = values;
    const project = projectOf(ctx.cwd);
    await run({ words, isAll, isGlobal, isProject, project, store, pi, print: ctx.print });
  } finally {
    store.close();
  }
}

function parseOptions(args: readonly string[]) {
  const options = {
    all: { type: "boolean" },
    global: { type: "boolean" },
    project: { type: "boolean" },
  } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new MemoryError((error as Error).message, { code: "usage", cause: error });
  }
}

function on({ words, pi, print }: Call): void {
  const [backend = "local"] = words;
  if (backend !== "local" && backend !== "hindsight")
    throw new MemoryError(`Memory is kept by local or hindsight, not by ${backend}.`, { code: "usage" });
  pi.settings.set("memory.backend", backend);
  print(backend === "local" ? "Memory is on. Memories are kept in Tau's home." : "Memory is on, with Hindsight.");
}

function off({ pi, print }: Call): void {
  pi.settings.set("memory.backend", "off");
  print("Memory is off. What was remembered is kept; tau memory remove --all deletes it.");
}

function list({ isAll, project, store, print }: Call): void {
  printMemories(store.list(isAll ? undefined : project), print, isAll);
}

function search({ words, isAll, project, store, print }: Call): void {
  if (words.length === 0) throw new MemoryError("Name the words to search for.", { code: "usage" });
  const found = store.search(words.join(" "), isAll ? undefined : project, MAX_FOUND);
  if (found.length === 0) print(neutralizeLine(`No memory has anything of "${words.join(" ")}".`));
  else printMemories(found, print, isAll);
}

async function add({ words, isGlobal, project, store, pi, print }: Call): Promise<void> {
  const content = checkContent(await pi.exports.redact(words.join(" ")));
  const [id] = store.add([{ project: isGlobal ? GLOBAL : project, content, context: "" }]);
  print(`Stored as ${id}.`);
}

async function edit({ words, store, pi, print }: Call): Promise<void> {
  const [number = "", ...text] = words;
  const id = idOf(number);
  store.edit(id, { content: checkContent(await pi.exports.redact(text.join(" "))) });
  print(`Changed ${id}.`);
}

function remove({ words, isAll, isProject, project, store, print }: Call): void {
  if (isAll || isProject) {
    if (words.length > 0) throw new MemoryError("Name numbers, or --project, or --all.", { code: "usage" });
    const memories = store.list(isAll ? undefined : project, { withReplaced: true });
    const ids = memories.filter((memory) => isAll || memory.project !== GLOBAL).map(({ id }) => id);
    print(`Removed ${store.remove(ids)}.`);
    return;
  }
  if (words.length === 0)
    throw new MemoryError("Name the numbers of the memories, or --project, or --all.", { code: "usage" });
  const ids = words.map(idOf);
  for (const id of ids) if (!store.get(id)) throw new MemoryError(`There is no memory ${id}.`, { code: "not-found" });
  print(`Removed ${store.remove(ids)}.`);
}

/** Prints one JSON object for each memory. */
function exportAll({ isAll, project, store, print }: Call): void {
  for (const memory of store.list(isAll ? undefined : project, { withReplaced: true })) print(JSON.stringify(memory));
}

function idOf(word: string): number {
  if (/^#?\d{1,15}$/.test(word)) return Number(word.replace("#", ""));
  throw new MemoryError(`${word === "" ? "Nothing" : `"${word}"`} is not the number of a memory.`, { code: "usage" });
}

function printMemories(memories: readonly StoredMemory[], print: Call["print"], showsProject: boolean): void {
  if (memories.length === 0) print("There are no memories.");
  for (const { id, project, content, updated } of memories) {
    const own = showsProject ? project : "project";
    const scope = project === GLOBAL ? "global" : own;
    const date = new Date(updated).toISOString().slice(0, 10);
    print(neutralizeLine(`${String(id).padStart(4)}  ${date}  ${scope}  ${content}`));
  }
}
