import type { Location, LocationLink, Range } from "vscode-languageserver-types";
import { pathOfUri } from "../client/diagnostics-store.ts";
import { isSameRange, TextLines, toUtf16 } from "../client/positions.ts";
import { readDocument } from "../client/read-document.ts";
import { type LspCall, type Outcome, openTarget, positionIn, projectLoaded, shown, type Target } from "./call.ts";

const WITH_CONTEXT = 50;
const MOST_LOCATIONS = 1000;
const RETRIES = 2;
const RETRY_MS = 250;

const KINDS = {
  definition: { method: "textDocument/definition", noun: "definition" },
  type_definition: { method: "textDocument/typeDefinition", noun: "type definition" },
  implementation: { method: "textDocument/implementation", noun: "implementation" },
} as const;

/** `definition`, `type_definition` and `implementation`. */
export async function findDefinition(call: LspCall): Promise<Outcome> {
  const { method, noun } = KINDS[call.params.action as keyof typeof KINDS];
  const target = await openTarget(call);
  const position = positionIn(target, call.params);
  await projectLoaded(target, call);
  const { client, document } = target;
  const params = { textDocument: { uri: document.uri }, position };
  const found = locationsIn(await client.request(method, params, { signal: call.signal }));
  const server = client.server.spec.name;
  if (found.length === 0) return { text: `No ${noun} found`, server };
  return { text: `Found ${found.length} ${noun}(s):\n${await listLocations(found, target, call)}`, server };
}

export async function findReferences(call: LspCall): Promise<Outcome> {
  const target = await openTarget(call);
  const position = positionIn(target, call.params);
  const { client, document } = target;
  const params = { textDocument: { uri: document.uri }, position, context: { includeDeclaration: true } };
  let found: SimpleLocation[] = [];
  // While a server loads a project it knows the file at hand only.
  for (let tries = 0; tries <= RETRIES; tries++) {
    await projectLoaded(target, call);
    found = locationsIn(await client.request("textDocument/references", params, { signal: call.signal }));
    if (found.length > 1) break;
    if (tries < RETRIES) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    call.signal.throwIfAborted();
  }
  const server = client.server.spec.name;
  if (found.length === 0) return { text: "No references found", server };
  return { text: `Found ${found.length} reference(s):\n${await listLocations(found, target, call)}`, server };
}

export interface SimpleLocation {
  readonly path: string;
  readonly range: Range;
}

/** Returns the places in any of the forms that the protocol allows, each once. */
function locationsIn(answer: Location | Location[] | LocationLink[] | null | undefined): SimpleLocation[] {
  const all = Array.isArray(answer) ? answer : answer ? [answer] : [];
  const places = all.flatMap((each: Location | LocationLink) => {
    const uri = "targetUri" in each ? each.targetUri : each.uri;
    const range = "targetUri" in each ? (each.targetSelectionRange ?? each.targetRange) : each.range;
    return [{ path: pathOfUri(uri) ?? uri, range }];
  });
  return places.filter(
    ({ path, range }, index) =>
      !places.slice(0, index).some((other) => other.path === path && isSameRange(other.range, range)),
  );
}

/** Lists places as `file:line:column`, the first ones with the lines around them. */
async function listLocations(found: readonly SimpleLocation[], target: Target, call: LspCall): Promise<string> {
  const files = new Map<string, TextLines | undefined>();
  const blocks: string[] = [];
  for (const place of found.slice(0, WITH_CONTEXT)) {
    const lines = files.has(place.path) ? files.get(place.path) : await linesOf(place.path);
    files.set(place.path, lines);
    blocks.push([`  ${locationText(place, lines, target, call)}`, ...contextOf(place, lines)].join("\n"));
  }
  const rest = found.slice(WITH_CONTEXT, MOST_LOCATIONS);
  const left = found.length - WITH_CONTEXT - rest.length;
  return [
    ...blocks,
    ...(rest.length > 0 ? [`  ... ${rest.length} additional reference(s) shown without context`] : []),
    ...rest.map((place) => `  ${locationText(place, undefined, target, call)}`),
    ...(left > 0 ? [`  ... and ${left} more`] : []),
  ].join("\n");
}

export function locationText(
  { path, range }: SimpleLocation,
  lines: TextLines | undefined,
  { client }: Target,
  call: LspCall,
): string {
  const { line, character } = range.start;
  const column = lines ? toUtf16(lines.line(line), character, client.encoding) : character;
  return `${shown(call, path)}:${line + 1}:${column + 1}`;
}

/** Returns the line of a place and one line on each side, with their numbers. */
function contextOf({ range }: SimpleLocation, lines: TextLines | undefined): string[] {
  if (!lines) return [];
  const { line } = range.start;
  const first = Math.max(0, line - 1);
  const last = Math.min(lines.count - 1, line + 1);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const number = first + index;
    return `    ${number === line ? ">" : " "} ${number + 1}| ${lines.line(number).slice(0, 200)}`;
  });
}

/** Resolves to the lines of a file, or to `undefined` if it cannot be read: the place is then listed without them. */
async function linesOf(path: string): Promise<TextLines | undefined> {
  return await readDocument(path).then(
    ({ text }) => new TextLines(text),
    () => undefined,
  );
}
