import type { WorkspaceEdit } from "vscode-languageserver-types";
import { applyChanges, describeChanges } from "../edits/apply-changes.ts";
import { diffText } from "../edits/diff-text.ts";
import { planEdit } from "../edits/edit-plan.ts";
import { LspError } from "../lsp-error.ts";
import { type LspCall, type Outcome, openTarget, positionIn, projectLoaded } from "./call.ts";
import { reportChanges } from "./change-files.ts";

/** `rename`: renames a symbol in all files, or shows what that would change. */
export async function renameSymbol(call: LspCall): Promise<Outcome> {
  const { new_name: newName, apply } = call.params;
  if (newName === undefined || newName.trim() === "") throw new LspError("bad-argument", "rename needs new_name.");
  const target = await openTarget(call);
  const { client, document } = target;
  const position = positionIn(target, call.params);
  refuseNoName(newName, call.params);
  await projectLoaded(target, call);
  const params = { textDocument: { uri: document.uri }, position, newName };
  const edit = await client.request<WorkspaceEdit | null>("textDocument/rename", params, { signal: call.signal });
  const changes = edit ? await planEdit(edit, client, call.cwd) : [];
  const server = client.server.spec.name;
  if (changes.length === 0) return { text: "Rename returned no edits", server };
  const diff = await diffText(changes, call.cwd);
  if (apply === false) return { text: `Rename preview:\n${diff}`, server, diff };
  await applyChanges(changes, call.tools, call.signal);
  await reportChanges(changes, call.clients);
  return { text: ["Applied rename:", ...describeChanges(changes, call.cwd)].join("\n"), server, diff };
}

const IDENTIFIER = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;
/** Blanks, brackets and quotes are part of no name. Other signs are in some language: `empty?`, `a-b`, `@x`, `T'`. */
const IN_NO_NAME = /[\s(){}[\]<>,;"`]|^\d/u;

/** Refuses a new name that would break the code: servers write whatever they are given. A heading of a document is no identifier. */
function refuseNoName(newName: string, { file = "", symbol = "" }: LspCall["params"]): void {
  const isCode = !/\.(?:md|markdown|mdx|rst|adoc|tex|typ|txt)$/i.test(file);
  if (isCode && IDENTIFIER.test(symbol.replace(/#\d+$/, "")) && IN_NO_NAME.test(newName))
    throw new LspError("bad-argument", `"${newName}" cannot be a name in code. Nothing was renamed.`);
}
