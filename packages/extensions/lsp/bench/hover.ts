import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import { SERVER, toySession } from "../test/toy.ts";

const PAIRS = 100;
const MOST_MS = 5;

/** Measures Tau's overhead per warm hover: alternates between a request over a bare connection and a call of the tool. */
await using toy = await toySession({ files: { "toy.json": "{}", "a.toy": "def one\n".repeat(1000) } });
const params = { action: "hover", file: "a.toy", line: 500, symbol: "one" } as const;
await toy.ask(params);
const tool = toy.harness.session.agent.state.tools.find(({ name }) => name === "lsp");
if (!tool) throw new Error("The tool lsp is not there.");

const { cwd } = toy.harness.workspace;
const server = spawn(process.execPath, [SERVER], { stdio: ["pipe", "pipe", "inherit"] });
const connection = createMessageConnection(
  new StreamMessageReader(server.stdout),
  new StreamMessageWriter(server.stdin),
);
connection.listen();
await connection.sendRequest("initialize", { rootUri: pathToFileURL(cwd).href, capabilities: {} });
const textDocument = { uri: pathToFileURL(`${cwd}/a.toy`).href };
const text = toy.read("a.toy");
await connection.sendNotification("textDocument/didOpen", { textDocument: { ...textDocument, version: 1, text } });

const raw = () => connection.sendRequest("textDocument/hover", { textDocument, position: { line: 499, character: 4 } });
const ours = () => tool.execute("bench", params, new AbortController().signal);
await raw();
await ours();
const more: number[] = [];
for (let pair = 0; pair < PAIRS; pair++) more.push(-(await timeOf(raw)) + (await timeOf(ours)));
connection.dispose();
server.kill();

const median = more.toSorted((a, b) => a - b)[PAIRS / 2] ?? 0;
process.stdout.write(
  `  a warm hover costs ${median.toFixed(2)} ms more than by a bare connection (at most ${MOST_MS} ms)\n`,
);
if (median > MOST_MS) process.exitCode = 1;

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}
