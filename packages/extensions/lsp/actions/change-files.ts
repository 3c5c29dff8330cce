import { pathToFileURL } from "node:url";
import type { WorkspaceEdit } from "vscode-languageserver-types";
import type { LanguageClient } from "../client/language-client.ts";
import type { ApplyEdit } from "../client/server-requests.ts";
import type { Clients } from "../clients.ts";
import { applyChanges } from "../edits/apply-changes.ts";
import { type FileChange, planEdit } from "../edits/edit-plan.ts";
import { messageOf } from "../lsp-error.ts";
import type { LspCall } from "./call.ts";

const CREATED = 1;
const CHANGED = 2;
const DELETED = 3;

/** Plans and makes the changes of a workspace edit, and gives the servers the new contents. Resolves to the changes. */
export async function changeFiles(edit: WorkspaceEdit, client: LanguageClient, call: LspCall): Promise<FileChange[]> {
  const changes = await planEdit(edit, client, call.cwd);
  await applyChanges(changes, call.tools, call.signal);
  await reportChanges(changes, call.clients);
  return changes;
}

/** Returns the function that answers a server's own edits during a call, and adds what was changed to `made`. */
export function serverEdits(client: LanguageClient, call: LspCall, made: FileChange[]): ApplyEdit {
  return async ({ edit }) => {
    try {
      made.push(...(await changeFiles(edit, client, call)));
      return { applied: true };
    } catch (error) {
      return { applied: false, failureReason: messageOf(error) };
    }
  };
}

/** Gives all running servers the new contents of files. */
export async function reportChanges(changes: readonly FileChange[], clients: Clients): Promise<void> {
  const events = changes.map(({ path, before, after }) => ({
    uri: pathToFileURL(path).href,
    type: before === undefined ? CREATED : after === undefined ? DELETED : CHANGED,
  }));
  for (const { client } of clients.list()) {
    if (!client) continue;
    await client.documents.refresh();
    for (const { path } of changes) client.documents.saved(path);
    client.notify("workspace/didChangeWatchedFiles", { changes: events });
  }
}
