import type { CallHierarchyItem, TypeHierarchyItem } from "vscode-languageserver-types";
import { pathOfUri } from "../client/diagnostics-store.ts";
import type { LanguageClient } from "../client/language-client.ts";
import { describeChanges } from "../edits/apply-changes.ts";
import { diffText } from "../edits/diff-text.ts";
import type { FileChange } from "../edits/edit-plan.ts";
import { causedBy, isUnknownMethod, LspError, messageOf } from "../lsp-error.ts";
import {
  type LspCall,
  type Outcome,
  openTarget,
  positionIn,
  projectLoaded,
  projectServers,
  shown,
  type Target,
} from "./call.ts";
import { serverEdits } from "./change-files.ts";
import { kindName } from "./symbols.ts";

const MOST_CHARACTERS = 50_000;
/** Hierarchies are asked for in two steps: first for the item at a place, then for what belongs to it. */
const HIERARCHIES: Readonly<Record<string, string>> = {
  "callHierarchy/incomingCalls": "textDocument/prepareCallHierarchy",
  "callHierarchy/outgoingCalls": "textDocument/prepareCallHierarchy",
  "typeHierarchy/supertypes": "textDocument/prepareTypeHierarchy",
  "typeHierarchy/subtypes": "textDocument/prepareTypeHierarchy",
};

/** `request`: sends any method to a server. */
export async function sendAny(call: LspCall): Promise<Outcome> {
  const { query: method = "", payload, file } = call.params;
  if (method.trim() === "") throw new LspError("bad-argument", "request needs query: the method.");
  const given = payload === undefined ? undefined : parsePayload(payload);
  const hasFile = file !== undefined && file !== "" && file !== "*";
  const target = hasFile ? await openTarget(call) : undefined;
  const client = target?.client ?? (await anyClient(call));
  if (target) await projectLoaded(target, call);
  const server = client.server.spec.name;
  try {
    const prepare = HIERARCHIES[method];
    if (prepare !== undefined && target && !given)
      return { text: await hierarchy(method, prepare, target, call), server };
    return { ...(await send(method, given ? given.value : paramsOf(target, call), client, call)), server };
  } catch (error) {
    if (call.signal.aborted) throw error;
    const hint = isUnknownMethod(error) ? " (capabilities lists what this server can do)" : "";
    const reason = messageOf(error) + hint;
    return { text: `LSP error from ${server} on ${method}: ${reason}`, server, success: false };
  }
}

/** Sends a request. The server may change files while it answers. */
async function send(method: string, params: unknown, client: LanguageClient, call: LspCall): Promise<Outcome> {
  const made: FileChange[] = [];
  const answer = await client.withEditor(serverEdits(client, call, made), () =>
    client.request<unknown>(method, params, { signal: call.signal }),
  );
  const text = typeof answer === "string" ? answer : JSON.stringify(answer ?? null, null, 2);
  const cut = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}\n... (cut)` : text;
  const heading = `${client.server.spec.name} ← ${method}:`;
  if (made.length === 0) return { text: `${heading}\n${cut}` };
  const changed = describeChanges(made, call.cwd);
  return { text: [heading, cut, ...changed].join("\n"), diff: await diffText(made, call.cwd) };
}

function parsePayload(payload: string): { readonly value: unknown } {
  try {
    return { value: JSON.parse(payload) as unknown };
  } catch (cause) {
    throw causedBy(cause, "bad-argument", "payload is not JSON");
  }
}

async function anyClient(call: LspCall): Promise<LanguageClient> {
  const [server] = await projectServers(call);
  if (!server) throw new LspError("no-server", "No language servers configured for this project");
  return await call.clients.get(server, call.signal);
}

function paramsOf(target: Target | undefined, { params }: LspCall): object {
  if (!target) return {};
  const textDocument = { uri: target.document.uri };
  return params.line === undefined && params.symbol === undefined
    ? { textDocument }
    : { textDocument, position: positionIn(target, params) };
}

type Item = CallHierarchyItem | TypeHierarchyItem;

/** Resolves to a list of the callers, callees, super- or subtypes of the symbol at a place. */
async function hierarchy(method: string, prepare: string, target: Target, call: LspCall): Promise<string> {
  const { client, document } = target;
  const options = { signal: call.signal };
  const place = { textDocument: { uri: document.uri }, position: positionIn(target, call.params) };
  const items = (await client.request<Item[] | null>(prepare, place, options)) ?? [];
  if (items.length === 0) return "No symbol with a hierarchy is at this place";
  const parts: string[] = [];
  for (const item of items) {
    type Answer = ({ from?: Item; to?: Item } & Partial<Item>)[] | null;
    const found = (await client.request<Answer>(method, { item }, options)) ?? [];
    const related = found.map((each) => (each.from ?? each.to ?? each) as Item);
    const lines = related.length === 0 ? ["  none"] : related.map((each) => `  ${itemText(each, call)}`);
    parts.push([`${method} of ${itemText(item, call)}:`, ...lines].join("\n"));
  }
  return parts.join("\n");
}

function itemText({ name, kind, uri, selectionRange }: Item, call: LspCall): string {
  const { line, character } = selectionRange.start;
  return `${kindName(kind)} ${name} @ ${shown(call, pathOfUri(uri) ?? uri)}:${line + 1}:${character + 1}`;
}
