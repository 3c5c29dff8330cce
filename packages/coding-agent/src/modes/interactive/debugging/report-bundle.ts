import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { makeFolder } from "@tau/agent/make-folder";
import { artifactDirectory } from "@tau/agent/node";
import { errorText } from "../../../core/error-text.ts";
import { getLogsDir } from "../../../core/paths/index.ts";
import { knownSecrets, redactSecrets } from "../../../core/redaction/index.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { readLogLines } from "./log-lines.ts";
import { systemFacts } from "./system-facts.ts";
import { type ArchiveFile, tarArchive } from "./tar-archive.ts";

const LOG_LINES = 1000;
const MOST_CHILDREN = 10;
const MAX_FILE_BYTES = 20 * 1024 * 1024;
const MAX_BYTES = 100 * 1024 * 1024;

export interface Bundle {
  readonly path: string;
  /** Parts that could not be read, or were too large, with the reason. */
  readonly leftOut: readonly string[];
}

/** Packs what helps to find a fault into one file: the session, its long outputs, the end of the logs, and the system. Keys are taken out. */
export async function writeBundle(context: InteractiveContext, more: readonly ArchiveFile[] = []): Promise<Bundle> {
  const { services, session } = context;
  const secrets = knownSecrets(services.agentDir);
  const facts = systemFacts(context).map(([name, value]) => `${name}: ${value}`);
  const logs = await readLogLines(services.agentDir, { lines: LOG_LINES });
  const leftOut: string[] = [];
  const read: ArchiveFile[] = [];
  let total = 0;
  for (const path of await sessionPaths(session.sessionFile, leftOut)) {
    try {
      const { size } = await stat(path);
      if (size > MAX_FILE_BYTES || total + size > MAX_BYTES) throw new Error("too large");
      total += size;
      read.push({ name: `session/${basename(path)}`, content: redactSecrets(await readFile(path, "utf8"), secrets) });
    } catch (error) {
      leftOut.push(`${path}: ${errorText(error)}`);
    }
  }
  const written = [
    { name: "system.txt", content: `${redactSecrets(facts.join("\n"), secrets)}\n` },
    { name: "log.txt", content: `${redactSecrets(logs.lines.map(({ text }) => text).join("\n"), secrets)}\n` },
    ...read,
    ...more,
    ...(leftOut.length > 0 ? [{ name: "left-out.txt", content: `${leftOut.join("\n")}\n` }] : []),
  ];
  const folder = getLogsDir(services.agentDir);
  makeFolder(folder, 0o700);
  const path = join(folder, `tau-report-${new Date().toISOString().replaceAll(/[:.]/g, "-")}.tar.gz`);
  await writeFile(path, tarArchive(written), { mode: 0o600 });
  return { path, leftOut };
}

/** Returns the log of the session, its long outputs, and the newest logs of its children. */
async function sessionPaths(sessionFile: string | undefined, leftOut: string[]): Promise<string[]> {
  if (sessionFile === undefined) return [];
  const folder = artifactDirectory(sessionFile);
  try {
    const names = await readdir(folder).catch(() => []);
    const children = names.filter((name) => name.endsWith(".jsonl"));
    const dated = await Promise.all(
      children.map(async (name) => ({ name, changed: (await stat(join(folder, name))).mtimeMs })),
    );
    const newest = dated.sort((a, b) => b.changed - a.changed).slice(0, MOST_CHILDREN);
    const outputs = names.filter((name) => name.endsWith(".log"));
    return [sessionFile, ...[...outputs, ...newest.map(({ name }) => name)].map((name) => join(folder, name))];
  } catch (error) {
    leftOut.push(`${folder}: ${errorText(error)}`);
    return [sessionFile];
  }
}
