import { cp, readdir, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { artifactDirectory, getDefaultSessionDir, readSessionHeader } from "@tau/agent/node";
import { readOrdinaryFile } from "../../core/files/ordinary-file.ts";
import { digestOf, type ImportRecord } from "./import-record.ts";
import { failureOf, type ImportOutcome, kept, leftOut, takenOver } from "./outcome.ts";
import { putInPlace } from "./put-in-place.ts";
import type { SessionFiles } from "./source.ts";
import type { ReadTranscript, Transcript } from "./transcript.ts";

export interface SessionImport {
  readonly from: string;
  /** Tau's home. */
  readonly to: string;
  readonly dryRun: boolean;
  /** Receives a record of every change. */
  readonly record: ImportRecord;
}

/** Writes each session to the folder of its project, in Tau's format. Leaves an existing session as it is. */
export async function importSessions(plan: SessionImport, files: SessionFiles): Promise<ImportOutcome[]> {
  const { folder, read, isPart = () => false } = files;
  const names = await readdir(join(plan.from, folder), { recursive: true }).catch(() => []);
  const outcomes: ImportOutcome[] = [];
  for (const name of names.filter((each) => each.endsWith(".jsonl") && !isPart(each)).sort()) {
    const path = join(plan.from, folder, name);
    const what = join(folder, name);
    const make = async () => (read ? await convert(path, read, plan.to) : await original(path, plan));
    outcomes.push(await take(what, make, plan).catch((error: unknown) => leftOut(what, failureOf(error))));
  }
  return outcomes;
}

async function take(
  what: string,
  make: () => Promise<MadeSession | undefined>,
  { dryRun, record }: SessionImport,
): Promise<ImportOutcome> {
  const made = await make();
  if (!made) return leftOut(what, "it has no messages");
  if (await exists(made.target)) return kept(what);
  if (dryRun) return takenOver(what);
  await made.bring?.();
  await write(made.target, made.text);
  record.created[made.target] = await digestOf(made.target);
  return takenOver(what);
}

interface MadeSession {
  readonly target: string;
  readonly text: string;
  /** Copies the files that the log refers to. */
  readonly bring?: () => Promise<void>;
}

async function original(path: string, { from, to, record }: SessionImport): Promise<MadeSession | undefined> {
  const header = readSessionHeader(path);
  if (!header) return undefined;
  const target = join(getDefaultSessionDir(header.cwd, to), basename(path));
  const text = (await readOrdinaryFile(path, Number.POSITIVE_INFINITY)).toString("utf8");
  const images = new Set([...text.matchAll(/"blob:sha256:([0-9a-f]{64})"/g)].map(([, hash = ""]) => hash));
  const bring = async () => {
    for (const image of images) await copyNew(join(from, "blobs", image), join(to, "blobs", image), record);
    await copyNew(artifactDirectory(path), artifactDirectory(target), record);
  };
  return { target, text, bring };
}

async function copyNew(source: string, target: string, record: ImportRecord): Promise<void> {
  if (!(await exists(source)) || (await exists(target))) return;
  await putInPlace(target, (path) => cp(source, path, { recursive: true }));
  record.created[target] = await digestOf(target);
}

async function convert(path: string, read: ReadTranscript, home: string): Promise<MadeSession | undefined> {
  const transcript = read((await readOrdinaryFile(path)).toString("utf8"));
  if (!transcript || transcript.entries.length === 0) return undefined;
  const { id, cwd, timestamp } = { ...transcript, id: idOf(transcript, path) };
  // Both come from the imported file: neither may lead outside the folder.
  const name = `${timestamp}_${id}`.replace(/[^\w-]/g, "-").concat(".jsonl");
  const header = { type: "session", version: 3, id, timestamp, cwd };
  const text = [header, ...transcript.entries].map((entry) => `${JSON.stringify(entry)}\n`).join("");
  return { target: join(getDefaultSessionDir(cwd, home), name), text };
}

/** Returns a safe id. Ids become file names, so an id that could lead to another folder is replaced by the name of the file. */
function idOf({ id }: Transcript, path: string): string {
  return /^[\w-]+$/.test(id) ? id : basename(path, ".jsonl").replace(/[^\w-]/g, "-");
}

async function write(target: string, text: string): Promise<void> {
  await putInPlace(target, (path) => writeFile(path, text, { flag: "wx", mode: 0o600 }));
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
