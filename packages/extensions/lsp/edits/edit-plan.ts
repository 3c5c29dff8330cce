import { realpath, stat } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { isBelow } from "@tau/coding-agent";
import type {
  CreateFile,
  DeleteFile,
  RenameFile,
  TextDocumentEdit,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver-types";
import { pathOfUri } from "../client/diagnostics-store.ts";
import type { LanguageClient } from "../client/language-client.ts";
import { TextLines } from "../client/positions.ts";
import { readDocument, withBom } from "../client/read-document.ts";
import { LspError } from "../lsp-error.ts";
import { applyTextEdits } from "./apply-text-edits.ts";

/** One file before and after a change. `undefined`: the file does not exist. */
export interface FileChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The file that becomes this one. */
  readonly movedFrom?: string | undefined;
}

type DocumentChange = TextDocumentEdit | CreateFile | RenameFile | DeleteFile;

interface FileState {
  readonly path: string;
  readonly before: string | undefined;
  text: string | undefined;
  hasBom: boolean;
  isTouched: boolean;
  movedFrom?: string | undefined;
}

/**
 * Resolves to the changes to files that a workspace edit makes, without making any. Rejects if one of them is impossible, is meant for another
 * version of a file, or concerns a file outside the workspace.
 */
export async function planEdit(edit: WorkspaceEdit, client: LanguageClient, workspace: string): Promise<FileChange[]> {
  const plan = new EditPlan(client, await realpath(workspace));
  for (const change of changesOf(edit)) await plan.take(change);
  return plan.changes();
}

function changesOf({ documentChanges, changes = {} }: WorkspaceEdit): DocumentChange[] {
  if (documentChanges) return documentChanges;
  return Object.entries(changes).map(([uri, edits]) => ({ textDocument: { uri, version: null }, edits }));
}

class EditPlan {
  private readonly client: LanguageClient;
  private readonly workspace: string;
  private readonly files = new Map<string, FileState>();

  constructor(client: LanguageClient, workspace: string) {
    this.client = client;
    this.workspace = workspace;
  }

  async take(change: DocumentChange): Promise<void> {
    if (!("kind" in change)) return await this.edit(change);
    if (change.kind === "create") return await this.create(change);
    if (change.kind === "rename") return await this.rename(change);
    return await this.remove(change);
  }

  changes(): FileChange[] {
    return [...this.files.values()]
      .map(({ path, before, text, hasBom, movedFrom }) => ({
        path,
        before,
        after: text === undefined ? undefined : withBom(text, hasBom),
        ...(movedFrom === undefined ? {} : { movedFrom }),
      }))
      .filter(({ before, after }) => before !== after);
  }

  private async edit({ textDocument: { uri, version }, edits }: TextDocumentEdit): Promise<void> {
    const file = await this.file(uri);
    if (file.text === undefined) throw refusal(`${this.nameOf(file)} does not exist`);
    const known = this.client.documents.get(file.path);
    if (version !== null && version !== undefined && known && known.version !== version)
      throw refusal(`${this.nameOf(file)} is at version ${known.version}, and the edit is for version ${version}`);
    // The server computed its edits for the text that it was given.
    if (known && !file.isTouched && known.lines.text !== file.text)
      throw refusal(`${this.nameOf(file)} changed on disk meanwhile`);
    try {
      file.text = applyTextEdits(new TextLines(file.text), edits as TextEdit[], this.client.encoding);
      file.isTouched = true;
    } catch (cause) {
      throw refusal(`${this.nameOf(file)}: ${(cause as Error).message}`, { cause });
    }
  }

  private async create({ uri, options = {} }: CreateFile): Promise<void> {
    const file = await this.file(uri);
    if (file.text !== undefined && options.ignoreIfExists && !options.overwrite) return;
    if (file.text !== undefined && !options.overwrite) throw refusal(`${this.nameOf(file)} exists already`);
    Object.assign(file, { text: "", isTouched: true });
  }

  private async rename({ oldUri, newUri, options = {} }: RenameFile): Promise<void> {
    const from = await this.file(oldUri);
    const to = await this.file(newUri);
    if (from.text === undefined) throw refusal(`${this.nameOf(from)} does not exist`);
    if (to.text !== undefined && options.ignoreIfExists && !options.overwrite) return;
    if (to.text !== undefined && !options.overwrite) throw refusal(`${this.nameOf(to)} exists already`);
    const { text, hasBom, movedFrom = from.path } = from;
    Object.assign(to, { text, hasBom, isTouched: true, movedFrom: to.before === undefined ? movedFrom : undefined });
    Object.assign(from, { text: undefined, isTouched: true, movedFrom: undefined });
  }

  private async remove({ uri, options = {} }: DeleteFile): Promise<void> {
    const file = await this.file(uri);
    if (file.text === undefined && !options.ignoreIfNotExists) throw refusal(`${this.nameOf(file)} does not exist`);
    Object.assign(file, { text: undefined, isTouched: true, movedFrom: undefined });
  }

  private nameOf({ path }: FileState): string {
    return relative(this.workspace, path);
  }

  private async file(uri: string): Promise<FileState> {
    const given = pathOfUri(uri);
    if (given === undefined) throw refusal(`${uri} is not a file`);
    const path = await resolveLinks(given);
    if (!isBelow(this.workspace, path)) throw refusal(`${path} is outside the workspace`);
    const known = this.files.get(path);
    if (known) return known;
    const isThere = await stat(path).then(
      () => true,
      () => false,
    );
    const content = isThere ? await readDocument(path) : { text: undefined, hasBom: false };
    const before = content.text === undefined ? undefined : withBom(content.text, content.hasBom);
    const file: FileState = { path, before, text: content.text, hasBom: content.hasBom, isTouched: false };
    this.files.set(path, file);
    return file;
  }
}

/** Resolves the links in a path; the last part need not exist. */
async function resolveLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    // The file does not exist yet, so its folder decides. A folder that does not exist is below one that does.
    const parent = dirname(path);
    return parent === path ? path : join(await resolveLinks(parent), basename(path));
  }
}

function refusal(reason: string, options?: ErrorOptions): LspError {
  return new LspError("bad-edit", `The edit was refused, and no file was changed: ${reason}.`, options);
}
