import type { DocumentSymbol, SymbolInformation, WorkspaceSymbol } from "vscode-languageserver-types";
import { pathOfUri } from "../client/diagnostics-store.ts";
import { isUnknownMethod, LspError, messageOf } from "../lsp-error.ts";
import type { FoundServer } from "../servers/find-servers.ts";
import { type LspCall, type Outcome, openTarget, projectLoaded, projectServers, shown } from "./call.ts";

const MOST_SYMBOLS = 200;
/** The names of the kinds, which the protocol numbers from 1. */
const KINDS = [
  ...["file", "module", "namespace", "package", "class", "method", "property", "field", "constructor", "enum"],
  ...["interface", "function", "variable", "constant", "string", "number", "boolean", "array", "object", "key"],
  ...["null", "enum member", "struct", "event", "operator", "type parameter"],
];

export function kindName(kind: number): string {
  return KINDS[kind - 1] ?? "symbol";
}

/** `symbols`: of a file, or of the project by name. */
export async function listSymbols(call: LspCall): Promise<Outcome> {
  const { file } = call.params;
  return file === undefined || file === "" || file === "*" ? await projectSymbols(call) : await fileSymbols(call);
}

async function fileSymbols(call: LspCall): Promise<Outcome> {
  const target = await openTarget(call);
  await projectLoaded(target, call);
  const { client, document } = target;
  const params = { textDocument: { uri: document.uri } };
  type Answer = DocumentSymbol[] | SymbolInformation[] | null;
  const found = await client.request<Answer>("textDocument/documentSymbol", params, { signal: call.signal });
  const name = shown(call, document.path);
  const server = client.server.spec.name;
  if (!found || found.length === 0) return { text: `No symbols found in ${name}`, server };
  return { text: `Symbols in ${name}:\n${found.flatMap((each) => linesOf(each, 1)).join("\n")}`, server };
}

function linesOf(symbol: DocumentSymbol | SymbolInformation, depth: number): string[] {
  const range = "selectionRange" in symbol ? symbol.selectionRange : symbol.location.range;
  const detail = "detail" in symbol && symbol.detail ? ` ${symbol.detail}` : "";
  const line = `${"  ".repeat(depth)}${kindName(symbol.kind)} ${symbol.name}${detail} @ line ${range.start.line + 1}`;
  const children = "children" in symbol ? (symbol.children ?? []) : [];
  return [line, ...children.flatMap((each) => linesOf(each, depth + 1))];
}

async function projectSymbols(call: LspCall): Promise<Outcome> {
  const { query = "" } = call.params;
  if (query.trim() === "") throw new LspError("bad-argument", "symbols without file needs query: a part of the name.");
  const servers = await projectServers(call);
  if (servers.length === 0) throw new LspError("no-server", "No language server is available for this project.");
  const lines = new Set<string>();
  const problems: string[] = [];
  for (const server of servers) {
    try {
      for (const symbol of await symbolsOf(server, query, call)) lines.add(projectLine(symbol, call));
    } catch (error) {
      if (call.signal.aborted) throw error;
      // A server for markup or data has no symbols of a project.
      if (!isUnknownMethod(error)) problems.push(`${server.spec.name}: ${messageOf(error)}`);
    }
  }
  const server = servers.map(({ spec }) => spec.name).join(", ");
  if (lines.size === 0)
    return { text: [`No symbols matching "${query}"`, ...problems].join("\n"), server, success: problems.length === 0 };
  const shownLines = [...lines].slice(0, MOST_SYMBOLS);
  const left = lines.size - shownLines.length;
  const more = left > 0 ? [`  ... ${left} additional symbol(s) omitted`] : [];
  const heading = `Found ${lines.size} symbol(s) matching "${query}":`;
  return { text: [heading, ...shownLines, ...more, ...problems].join("\n"), server };
}

type ProjectSymbol = SymbolInformation | WorkspaceSymbol;

async function symbolsOf(server: FoundServer, query: string, { clients, signal }: LspCall): Promise<ProjectSymbol[]> {
  const client = await clients.get(server, signal);
  await client.documents.refresh();
  await client.progress.idle(PROJECT_LOAD_MS, signal);
  const found = await client.request<ProjectSymbol[] | null>("workspace/symbol", { query }, { signal });
  return (found ?? []).filter(({ name }) => fits(name, query));
}

const PROJECT_LOAD_MS = 15_000;

/** Servers match loosely, some return everything. */
function fits(name: string, query: string): boolean {
  return name.toLowerCase().includes(query.toLowerCase());
}

function projectLine(
  { name, kind, location, containerName }: SymbolInformation | WorkspaceSymbol,
  call: LspCall,
): string {
  const path = shown(call, pathOfUri(location.uri) ?? location.uri);
  const { line, character } = "range" in location ? location.range.start : { line: 0, character: 0 };
  const container = containerName ? ` in ${containerName}` : "";
  return `  ${kindName(kind)} ${name}${container} @ ${path}:${line + 1}:${character + 1}`;
}
