import { appendFile, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makePdf } from "./make-pdf.ts";

const MB = 1024 * 1024;

/** Writes `a.zip` of 1 GB, `a.db` of 500 MB and `a.pdf` of 2,000 pages into a folder. */
export async function makeLargeFiles(folder: string): Promise<void> {
  await makeLargeZip(join(folder, "a.zip"), 1024);
  await makeLargeTable(join(folder, "a.db"), 500);
  const line = "Some words that fill a line of the page as in any report.";
  const pages = Array.from({ length: 2000 }, (_, index) => `page ${index + 1}\n${`${line}\n`.repeat(40)}`);
  await writeFile(join(folder, "a.pdf"), makePdf(pages));
}

/** What is read of them, with a part of the answer. */
export const LARGE_READS = [
  ["a.zip", "file-1023.bin"],
  ["a.zip:last.txt", "the end"],
  ["a.db", "rows"],
  ["a.db:rows", "CREATE TABLE"],
  ["a.db:rows:100000", "id: 100000"],
  ["a.pdf", "page 1"],
  ["a.pdf:p1999", "page 1999"],
] as const;

/** Resolves to the resident memory of a process and all its descendants, in bytes. Linux only. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const own = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
  const lists = threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, "utf8").catch(() => ""));
  const children = (await Promise.all(lists)).join(" ").split(" ").filter(Boolean).map(Number);
  return (await Promise.all(children.map(memoryOf))).reduce((sum, size) => sum + size, own);
}

/** What an action took. `firstSeconds` is the time until it said anything: its progress or its result. */
export interface Taken<T> {
  readonly result: T;
  readonly firstSeconds: number;
  readonly seconds: number;
  /** The most memory that was used above the start. */
  readonly megabytes: number;
}

export async function measured<T>(action: (report: () => void) => Promise<T>): Promise<Taken<T>> {
  const idle = await memoryOf(process.pid);
  let most = idle;
  const watch = setInterval(async () => {
    most = Math.max(most, await memoryOf(process.pid));
  }, 10);
  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 1000;
  let first: number | undefined;
  try {
    const result = await action(() => {
      first ??= elapsed();
    });
    const seconds = elapsed();
    return { result, firstSeconds: first ?? seconds, seconds, megabytes: (most - idle) / MB };
  } finally {
    clearInterval(watch);
  }
}

/** Writes a zip archive of stored files of 1 MB, and a text at its end. */
async function makeLargeZip(path: string, megabytes: number): Promise<void> {
  const body = Buffer.alloc(MB, 7);
  const directory: Buffer[] = [];
  let offset = 0;
  await writeFile(path, "");
  for (let index = 0; index <= megabytes; index++) {
    const content = index === megabytes ? Buffer.from("the end") : body;
    const name = Buffer.from(index === megabytes ? "last.txt" : `file-${index}.bin`);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt32LE(content.length, 20);
    central.writeUInt32LE(content.length, 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(offset, 42);
    directory.push(central, name);
    await appendFile(path, Buffer.concat([local, name, content]));
    offset += 30 + name.length + content.length;
  }
  const records = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(records.length, 12);
  end.writeUInt32LE(offset, 16);
  await appendFile(path, Buffer.concat([records, end]));
}

async function makeLargeTable(path: string, megabytes: number): Promise<void> {
  const database = new DatabaseSync(path);
  database.exec(
    "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; CREATE TABLE rows (id INTEGER PRIMARY KEY, text)",
  );
  const sql =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) INSERT INTO rows SELECT i, ? FROM n";
  database.prepare(sql).run(megabytes * 1024, "x".repeat(1000));
  database.close();
}
