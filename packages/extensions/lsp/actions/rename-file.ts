import { lstat, readdir } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isBelow } from "@tau/coding-agent";
import type { WorkspaceEdit } from "vscode-languageserver-types";
import type { LanguageClient } from "../client/language-client.ts";
import { applyChanges, describeChanges, moveOnDisk } from "../edits/apply-changes.ts";
import { diffText } from "../edits/diff-text.ts";
import { type FileChange, planEdit } from "../edits/edit-plan.ts";
import { isUnknownMethod, LspError, messageOf } from "../lsp-error.ts";
import { type LspCall, languageServers, type Outcome, projectServers, requiredFile, shown } from "./call.ts";
import { reportChanges } from "./change-files.ts";

const MOST_FILES = 1000;
const PROJECT_LOAD_MS = 15_000;

interface Pair {
  readonly from: string;
  readonly to: string;
}

/** The edits of one server for a rename. */
interface ServerEdits {
  readonly client: LanguageClient;
  readonly changes: readonly FileChange[];
}

/** `rename_file`: moves a file or folder and lets the servers correct what refers to it. */
export async function renameFile(call: LspCall): Promise<Outcome> {
  const from = await requiredFile(call);
  const to = await targetPath(call, from);
  const pairs = await pairsOf(from, to);
  const notes: string[] = [];
  const edits = await collectEdits(pairs, call, notes);
  const changes = edits.flatMap((each) => each.changes);
  if (changes.length === 0) notes.push("No language server corrected what refers to it: search for the old name.");
  const label = `${pairs.length === 1 ? shown(call, from) : `${pairs.length} files of ${shown(call, from)}`} → ${shown(call, to)}`;
  const server = edits.map(({ client }) => client.server.spec.name).join(", ");
  const diff = await diffText(changes, call.cwd);
  const outcome = { ...(server ? { server } : {}), ...(diff ? { diff } : {}) };
  if (call.params.apply === false)
    return { text: [`Rename preview: ${label}`, ...(diff ? [diff] : []), ...notes].join("\n"), ...outcome };
  await applyChanges(changes, call.tools, call.signal);
  await moveOnDisk(from, to);
  await reportMove(pairs, changes, call);
  return { text: [`Renamed ${label}`, ...describeChanges(changes, call.cwd), ...notes].join("\n"), ...outcome };
}

async function targetPath(call: LspCall, from: string): Promise<string> {
  const { new_name: newName } = call.params;
  if (newName === undefined || newName.trim() === "")
    throw new LspError("bad-argument", "rename_file needs new_name: the new path.");
  const to = resolve(call.cwd, newName);
  if (to === from) throw new LspError("bad-argument", "The new path is the same as the old one.");
  for (const path of [from, to])
    if (!isBelow(call.cwd, path)) throw new LspError("bad-argument", `${path} is outside the workspace.`);
  if (isBelow(from, to)) throw new LspError("bad-argument", "A folder cannot be moved into itself.");
  if (!(await lstat(from).catch(() => undefined)))
    throw new LspError("bad-argument", `${shown(call, from)}: there is no such file or folder.`);
  if (await lstat(to).catch(() => undefined)) throw new LspError("bad-argument", `${shown(call, to)} exists already.`);
  return to;
}

async function pairsOf(from: string, to: string): Promise<Pair[]> {
  if (!(await lstat(from)).isDirectory()) return [{ from, to }];
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  if (files.length === 0) throw new LspError("bad-argument", "The folder holds no files.");
  if (files.length > MOST_FILES)
    throw new LspError(
      "bad-argument",
      `The folder holds ${files.length} files; at most ${MOST_FILES} can be renamed at once.`,
    );
  return files.map((path) => ({ from: path, to: join(to, relative(from, path)) }));
}

/** Asks the servers of the project and of the file what else has to change. A server that fails becomes a note. */
async function collectEdits(pairs: readonly Pair[], call: LspCall, notes: string[]): Promise<ServerEdits[]> {
  const [{ from: first }] = pairs as [Pair];
  const [primary] = await languageServers(call, first);
  const others = (await projectServers(call)).filter(({ spec }) => primary?.spec.name !== spec.name);
  const found: ServerEdits[] = [];
  for (const server of [...(primary ? [primary] : []), ...others]) {
    try {
      const client = await call.clients.get(server, call.signal);
      await client.documents.refresh();
      // Some servers answer only for a project of which they have seen a file.
      if (server === primary) await client.documents.sync(first);
      found.push({ client, changes: await askServer(client, pairs, call) });
    } catch (error) {
      if (call.signal.aborted || (error instanceof LspError && error.code === "bad-edit")) throw error;
      notes.push(`Note: ${server.spec.name}: ${messageOf(error)}`);
    }
  }
  assertDisjoint(found);
  return found;
}

/** Resolves to the changes that a server wants. A server that does not know the request wants none. */
async function askServer(client: LanguageClient, pairs: readonly Pair[], call: LspCall): Promise<FileChange[]> {
  await client.progress.idle(PROJECT_LOAD_MS, call.signal);
  const params = { files: pairs.map(urisOf) };
  const ask = client.request<WorkspaceEdit | null>("workspace/willRenameFiles", params, { signal: call.signal });
  const edit = await ask.catch((error: unknown) => {
    if (isUnknownMethod(error)) return null;
    throw error;
  });
  return edit ? await planEdit(edit, client, call.cwd) : [];
}

function urisOf({ from, to }: Pair): { oldUri: string; newUri: string } {
  return { oldUri: pathToFileURL(from).href, newUri: pathToFileURL(to).href };
}

/** Two servers that change the same file would overwrite each other. */
function assertDisjoint(edits: readonly ServerEdits[]): void {
  const seen = new Set<string>();
  for (const { path } of edits.flatMap(({ changes }) => changes)) {
    if (seen.has(path))
      throw new LspError(
        "bad-edit",
        `Two language servers change ${path}. No file was changed; disable one in lsp.json.`,
      );
    seen.add(path);
  }
}

async function reportMove(pairs: readonly Pair[], changes: readonly FileChange[], call: LspCall): Promise<void> {
  const files = pairs.map(urisOf);
  for (const { client } of call.clients.list()) {
    for (const { from } of pairs) client?.documents.close(from);
    client?.notify("workspace/didRenameFiles", { files });
  }
  const moved = pairs.flatMap(({ from, to }) => [
    { path: from, before: "", after: undefined },
    { path: to, before: undefined, after: "" },
  ]);
  await reportChanges([...changes, ...moved], call.clients);
}
