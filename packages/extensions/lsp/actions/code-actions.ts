import type { CodeAction, Command } from "vscode-languageserver-types";
import { describeChanges } from "../edits/apply-changes.ts";
import { diffText } from "../edits/diff-text.ts";
import type { FileChange } from "../edits/edit-plan.ts";
import { LspError } from "../lsp-error.ts";
import { type LspCall, type Outcome, openTarget, positionIn, projectLoaded, type Target } from "./call.ts";
import { changeFiles, serverEdits } from "./change-files.ts";
import { freshDiagnostics } from "./diagnostics.ts";

type Action = CodeAction | Command;

/** `code_actions`: lists what a server can do at a place, or does one of it. */
export async function runCodeActions(call: LspCall): Promise<Outcome> {
  const { query, apply } = call.params;
  if (apply === true && (query === undefined || query.trim() === ""))
    throw new LspError("bad-argument", "code_actions with apply needs query: the index or a part of the title.");
  const target = await openTarget(call);
  await projectLoaded(target, call);
  const actions = await findActions(target, call, apply === true ? undefined : query);
  const server = target.client.server.spec.name;
  if (apply !== true) {
    const text =
      actions.length === 0 ? "No code actions available" : `${actions.length} code action(s):\n${listActions(actions)}`;
    return { text, server };
  }
  const chosen = chooseAction(actions, query ?? "");
  if (chosen) return { ...(await applyAction(chosen, target, call)), server };
  const available = actions.length === 0 ? " none" : `\n${listActions(actions)}`;
  return { text: `No code action matches "${query}". Available actions:${available}`, server, success: false };
}

async function findActions(target: Target, call: LspCall, only: string | undefined): Promise<Action[]> {
  const { client, document } = target;
  const start = positionIn(target, call.params);
  const known = await freshDiagnostics(client, document.path, { timeoutMs: DIAGNOSTICS_WAIT_MS, signal: call.signal });
  const diagnostics = (known ?? []).filter(
    ({ range }) => range.start.line <= start.line && start.line <= range.end.line,
  );
  const params = {
    textDocument: { uri: document.uri },
    range: { start, end: start },
    context: { diagnostics, triggerKind: 1, ...(only ? { only: [only] } : {}) },
  };
  const found = await client.request<Action[] | null>("textDocument/codeAction", params, { signal: call.signal });
  return (found ?? []).filter((action) => !("disabled" in action && action.disabled));
}

const DIAGNOSTICS_WAIT_MS = 3000;

function listActions(actions: readonly Action[]): string {
  return actions
    .map(
      (action, index) =>
        `  ${index}: ${isCommand(action) ? "[command]" : `[${action.kind ?? "action"}]`} ${action.title}`,
    )
    .join("\n");
}

function chooseAction(actions: readonly Action[], query: string): Action | undefined {
  if (/^\d+$/.test(query.trim())) return actions[Number(query)];
  return actions.find(({ title }) => title.toLowerCase().includes(query.trim().toLowerCase()));
}

/** A bare command names what to execute as a text; an action carries a command object, if any. */
function isCommand(action: Action): action is Command {
  return typeof action.command === "string";
}

async function applyAction(chosen: Action, { client }: Target, call: LspCall): Promise<Outcome> {
  const action = isCommand(chosen) ? undefined : await resolveAction(chosen, client, call);
  const command = isCommand(chosen) ? chosen : action?.command;
  const made: FileChange[] = [];
  if (action?.edit) made.push(...(await changeFiles(action.edit, client, call)));
  if (command)
    await client.withEditor(serverEdits(client, call, made), async () => {
      const { command: name, arguments: given } = command;
      const params = { command: name, ...(given ? { arguments: given } : {}) };
      await client.request("workspace/executeCommand", params, { signal: call.signal });
    });
  if (!action?.edit && !command)
    return { text: `Action "${chosen.title}" has no workspace edit or command to apply`, success: false };
  const diff = await diffText(made, call.cwd);
  const text = [
    `Applied "${chosen.title}":`,
    ...(made.length > 0 ? ["Workspace edit:", ...describeChanges(made, call.cwd)] : []),
    ...(command ? [`Executed command(s):\n  ${command.command}`] : []),
  ].join("\n");
  return { text, ...(diff ? { diff } : {}) };
}

/** Resolves to the whole action. If the server cannot resolve it, what it sent before is used. */
async function resolveAction(action: CodeAction, client: Target["client"], { signal }: LspCall): Promise<CodeAction> {
  if (action.edit || action.command) return action;
  try {
    return (await client.request<CodeAction | null>("codeAction/resolve", action, { signal })) ?? action;
  } catch (error) {
    if (signal.aborted) throw error;
    return action;
  }
}
