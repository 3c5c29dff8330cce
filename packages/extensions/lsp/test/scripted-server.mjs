// A language server for a toy language, over stdin and stdout. Arguments make it misbehave:
// --encoding=utf-8|utf-16|utf-32, --hang=<method>, --crash=<method>, --garbage=<method>, --huge=<method>, --flood=<count>, --late=<ms>, --unknown=<method>, --pull, --silent, --quiet,
// --die (before initialize), --log=<file> (every message that it receives, as JSON lines).
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const option = (name) =>
  process.argv.find((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const encoding = option("encoding") ?? "utf-16";
const log = option("log");
let root = "";
let nextId = 1;
const documents = new Map();
/** With --quiet, nothing is reported about a file that stays clean. */
const cleanBefore = new Set();

const record = (message) => log && appendFileSync(log, `${JSON.stringify(message)}\n`);
record({ method: "start", pid: process.pid });
if (option("die") !== undefined) {
  process.stderr.write("no such toy\n");
  process.exit(3);
}

function send(message) {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  process.stdout.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

const units = (text) =>
  encoding === "utf-16" ? text.length : encoding === "utf-8" ? Buffer.byteLength(text) : [...text].length;
const textOf = (uri) => documents.get(uri)?.text ?? readFileSync(fileURLToPath(uri), "utf8");

function indexIn(line, character) {
  let index = 0;
  while (units(line.slice(0, index)) < character) index++;
  return index;
}

function wordAt(uri, { line, character }) {
  const text = textOf(uri).split(/\r?\n/)[line] ?? "";
  const index = indexIn(text, character);
  return /[^\W]*$/.exec(text.slice(0, index))?.[0] + (/^\w*/.exec(text.slice(index))?.[0] ?? "");
}

const uris = () =>
  readdirSync(root, { recursive: true })
    .filter((name) => String(name).endsWith(".toy"))
    .sort()
    .map((name) => pathToFileURL(join(root, String(name))).href);

function places(uri, word) {
  return textOf(uri)
    .split(/\r?\n/)
    .flatMap((text, line) =>
      [...text.matchAll(new RegExp(`\\b${word}\\b`, "gu"))].map(({ index }) => {
        const character = units(text.slice(0, index));
        return { uri, range: { start: { line, character }, end: { line, character: character + units(word) } } };
      }),
    );
}

function diagnosticsOf(uri) {
  return [
    ...places(uri, "ERROR").map(({ range }) => ({ range, severity: 1, message: "An error", source: "toy", code: 7 })),
    ...places(uri, "WARN").map(({ range }) => ({ range, severity: 2, message: "A warning" })),
  ];
}

function publish(uri, version) {
  if (option("silent") !== undefined || option("pull") !== undefined) return;
  const isClean = diagnosticsOf(uri).length === 0;
  const tellsNothing = option("quiet") !== undefined && isClean && cleanBefore.has(uri);
  if (isClean) cleanBefore.add(uri);
  else cleanBefore.delete(uri);
  if (tellsNothing) return;
  const report = () =>
    send({ method: "textDocument/publishDiagnostics", params: { uri, version, diagnostics: diagnosticsOf(uri) } });
  if (option("late") === undefined) report();
  else setTimeout(report, Number(option("late")));
}

const inRoot = (name) => pathToFileURL(join(root, name)).href;
const start = { line: 0, character: 0 };

/** The edit of a rename. Some new names ask for edits that a client must handle with care. */
function renameEdit(uri, word, newName) {
  const edits = places(uri, word).map(({ range }) => ({ range, newText: newName }));
  const version = documents.get(uri)?.version ?? 0;
  const insert = { range: { start, end: start }, newText: "x" };
  switch (newName) {
    case "versioned":
      return { documentChanges: [{ textDocument: { uri, version }, edits }] };
    case "stale":
      return { documentChanges: [{ textDocument: { uri, version: version - 1 }, edits }] };
    case "outside":
      return { changes: { [uri]: edits, [inRoot("../outside.toy")]: [insert] } };
    case "beyond":
      return {
        changes: {
          [uri]: [
            ...edits,
            { range: { start: { line: 999, character: 0 }, end: { line: 999, character: 0 } }, newText: "x" },
          ],
        },
      };
    case "overlap":
      return { changes: { [uri]: [...edits, ...edits] } };
    case "nothing":
      return { changes: {} };
    case "files":
      return {
        documentChanges: [
          { kind: "create", uri: inRoot("created.toy") },
          { textDocument: { uri: inRoot("created.toy"), version: null }, edits: [{ ...insert, newText: "fresh\n" }] },
          { kind: "rename", oldUri: inRoot("b.toy"), newUri: inRoot("moved/c.toy") },
          { textDocument: { uri: inRoot("moved/c.toy"), version: null }, edits: [{ ...insert, newText: "moved " }] },
          { kind: "delete", uri: inRoot("d.toy") },
        ],
      };
    default: {
      const all = uris().map((each) => [each, places(each, word).map(({ range }) => ({ range, newText: newName }))]);
      return { changes: Object.fromEntries(all.filter(([, found]) => found.length > 0)) };
    }
  }
}

const item = (uri, name) => {
  const range = places(uri, name)[0]?.range ?? { start, end: start };
  return { name, kind: 12, uri, range, selectionRange: range };
};

/** The answers by method. A method without one is not supported. */
const answers = {
  initialize: ({ rootUri }) => {
    root = fileURLToPath(rootUri);
    const pull = option("pull") === undefined ? {} : { diagnosticProvider: { interFileDependencies: false } };
    return {
      capabilities: { positionEncoding: encoding, hoverProvider: true, documentFormattingProvider: true, ...pull },
    };
  },
  shutdown: () => null,
  "textDocument/hover": ({ textDocument: { uri }, position }) =>
    wordAt(uri, position) === "fenced"
      ? { contents: { kind: "markdown", value: "```toy\ndef fenced\n```\nin a fence" } }
      : wordAt(uri, position) === "pictured"
        ? {
            contents: {
              kind: "markdown",
              value: "A &lt;b&gt;\n\n![Icon](data:image/svg+xml;base64,PHN2Zz4=) _Safe_\n\n```toy\n&lt;\n```",
            },
          }
        : { contents: [{ language: "toy", value: `word ${wordAt(uri, position)}` }, "a hover"] },
  "textDocument/definition": ({ textDocument: { uri }, position }) => {
    const word = wordAt(uri, position);
    const all = uris().flatMap((each) => places(each, word));
    const [first] = all.filter(({ uri: each, range }) =>
      textOf(each).split("\n")[range.start.line]?.startsWith("def "),
    );
    return first ? [{ targetUri: first.uri, targetRange: first.range, targetSelectionRange: first.range }] : null;
  },
  "textDocument/typeDefinition": () => [],
  "textDocument/implementation": ({ textDocument: { uri } }) => ({ uri, range: { start, end: start } }),
  "textDocument/references": ({ textDocument: { uri }, position }) =>
    uris().flatMap((each) => places(each, wordAt(uri, position))),
  "textDocument/documentSymbol": ({ textDocument: { uri } }) => [
    { ...item(uri, "one"), detail: "()", children: [item(uri, "two")] },
  ],
  "workspace/symbol": ({ query }) =>
    query === "many"
      ? Array.from({ length: 250 }, (_, index) => ({
          name: `many${index}`,
          kind: 13,
          location: { uri: inRoot("a.toy"), range: { start, end: start } },
        }))
      : uris().flatMap((uri) =>
          [...places(uri, query), ...places(uri, "other")].map((location) => ({
            name: location.uri.endsWith("a.toy") ? query : "unrelated",
            kind: 12,
            location,
          })),
        ),
  "textDocument/rename": ({ textDocument: { uri }, position, newName }) =>
    renameEdit(uri, wordAt(uri, position), newName),
  "textDocument/diagnostic": ({ textDocument: { uri } }) => ({ kind: "full", items: diagnosticsOf(uri) }),
  "textDocument/formatting": ({ textDocument: { uri } }) =>
    places(uri, "ugly").map(({ range }) => ({ range, newText: "pretty" })),
  "textDocument/codeAction": ({ textDocument: { uri }, context }) => [
    { title: "Fix the error", kind: "quickfix", diagnostics: context.diagnostics, data: uri },
    { title: "Shout", command: { title: "Shout", command: "shout", arguments: [uri] } },
    { title: "Break out", command: "outside" },
    { title: `Given ${context.diagnostics.length} ${context.only?.join() ?? "all"}` },
  ],
  "codeAction/resolve": (action) => ({
    ...action,
    ...(action.data
      ? {
          edit: {
            changes: { [action.data]: places(action.data, "ERROR").map(({ range }) => ({ range, newText: "fine" })) },
          },
        }
      : {}),
  }),
  "workspace/willRenameFiles": ({ files }) => {
    const names = files.map(({ oldUri, newUri }) => [nameOf(oldUri), nameOf(newUri)]);
    const changes = {};
    for (const uri of uris())
      for (const [from, to] of names) {
        const found = places(uri, from).map(({ range }) => ({ range, newText: to }));
        if (found.length > 0) changes[uri] = [...(changes[uri] ?? []), ...found];
      }
    return { changes };
  },
  "textDocument/prepareCallHierarchy": ({ textDocument: { uri }, position }) => [item(uri, wordAt(uri, position))],
  "callHierarchy/incomingCalls": ({ item: { uri } }) => [{ from: item(uri, "two"), fromRanges: [] }],
  "textDocument/prepareTypeHierarchy": ({ textDocument: { uri }, position }) => [item(uri, wordAt(uri, position))],
  "typeHierarchy/subtypes": () => [],
  "toy/echo": (params) => params,
};

const nameOf = (uri) => fileURLToPath(uri).split("/").at(-1)?.replace(".toy", "") ?? "";

/** Asks the client to apply an edit, and answers the command with what the client said. */
function executeCommand(id, { command, arguments: [uri] = [] }) {
  const target = command === "outside" ? inRoot("../outside.toy") : uri;
  const end = { line: 0, character: units(textOf(target).split("\n")[0] ?? "") };
  const newText = (textOf(target).split("\n")[0] ?? "").toUpperCase();
  const request = nextId++;
  waiting.set(request, (result) => send({ id, result }));
  send({
    id: request,
    method: "workspace/applyEdit",
    params: { edit: { changes: { [target]: [{ range: { start, end }, newText }] } } },
  });
}

const waiting = new Map();

const notifications = {
  exit: () => process.exit(0),
  "textDocument/didOpen": ({ textDocument: { uri, text, version } }) => {
    documents.set(uri, { text, version });
    publish(uri, version);
  },
  "textDocument/didChange": ({ textDocument: { uri, version }, contentChanges: [{ text }] }) => {
    documents.set(uri, { text, version });
    publish(uri, version);
  },
  "textDocument/didClose": ({ textDocument: { uri } }) => void documents.delete(uri),
};

/** Hangs, breaks or sends nonsense, if it is to do so at this method. */
function misbehaves(method) {
  if (method === option("crash")) {
    process.stderr.write("the toy broke\n");
    process.exit(9);
  }
  if (method === option("garbage")) process.stdout.write("Content-Length: 9\r\n\r\nnot JSON!");
  if (method === option("huge")) process.stdout.write("Content-Length: 99999999999\r\n\r\n{");
  return ["hang", "garbage", "huge"].some((name) => method === option(name));
}

function handle({ id, method = "", params, ...rest }) {
  record({ id, method, params, ...rest });
  if (misbehaves(method)) return;
  if (method === "initialized" && option("flood") !== undefined) flood(Number(option("flood")));
  if (method === "initialized" && option("stray") !== undefined)
    send({
      id: nextId++,
      method: "workspace/applyEdit",
      params: { edit: { changes: { [inRoot("a.toy")]: [{ range: { start, end: start }, newText: "stray" }] } } },
    });
  if (method === "textDocument/hover" && option("configured") !== undefined) {
    const request = nextId++;
    waiting.set(request, (result) => send({ id, result: { contents: JSON.stringify(result) } }));
    const items = ["toy", "toy.depth", "missing"].map((section) => ({ section }));
    return void send({ id: request, method: "workspace/configuration", params: { items } });
  }
  if (method === "" && id !== undefined) {
    waiting.get(Number(id))?.(rest.result);
    return;
  }
  const answer = answers[method];
  if (id === undefined) notifications[method]?.(params);
  else if (method === "workspace/executeCommand") executeCommand(id, params);
  else if (answer && method !== option("unknown")) send({ id, result: answer(params) });
  else send({ id, error: { code: -32601, message: `no ${method}` } });
}

function flood(count) {
  for (let index = 0; index < count; index++)
    send({ method: "window/logMessage", params: { type: 4, message: `flood ${index}` } });
}

let buffered = Buffer.alloc(0);
process.stdin.on("data", (chunk) => {
  buffered = Buffer.concat([buffered, chunk]);
  for (;;) {
    const end = buffered.indexOf("\r\n\r\n");
    const size = Number(/content-length: (\d+)/i.exec(buffered.toString("latin1", 0, Math.max(0, end)))?.[1]);
    if (end < 0 || buffered.length < end + 4 + size) return;
    const body = buffered.toString("utf8", end + 4, end + 4 + size);
    buffered = buffered.subarray(end + 4 + size);
    handle(JSON.parse(body));
  }
});
process.stdin.on("end", () => process.exit(0));
