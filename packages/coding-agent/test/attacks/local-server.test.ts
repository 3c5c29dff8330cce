import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { canActAsOthers, createWorkspace, runCli } from "@tau/testkit";
import { expect, onTestFinished, test } from "vitest";
import { probeLocalServers } from "../../src/core/models/index.ts";

/**
 * Where no key is set, a server on this machine becomes the model: it gets the prompts, and its calls of tools run. Every
 * user of a machine can hold a port. Servers here are real processes of real users; that takes root, so without it these
 * attempts are left out and the rest runs.
 */

const STRANGER = 65_534;
const SYSTEM_ACCOUNT = 998;
/** Nothing listens there: the other servers that are looked for are not found. */
const NOWHERE = { OLLAMA_BASE_URL: "http://127.0.0.1:1", LM_STUDIO_BASE_URL: "http://127.0.0.1:1" };

test("the user's own server is used", async () => {
  const port = await serveHere();
  expect(await probe(port)).toEqual([{ provider: "llama.cpp", used: true, notice: `llama.cpp at ${origin(port)}` }]);
});

const asOthers = test.runIf(process.platform === "linux" && canActAsOthers());

asOthers("a server of another user gets no prompt, and is named with what to do", async () => {
  const port = await serveAs(STRANGER);
  const notice = `llama.cpp at ${origin(port)} belongs to another user: set LLAMA_CPP_BASE_URL=${origin(port)} if it may be used`;
  expect(await probe(port)).toEqual([{ provider: "llama.cpp", used: false, notice }]);
});

asOthers.each([
  ["IPv6, which answers for 127.0.0.1 too", "::"],
  ["every address", "0.0.0.0"],
])("nor does one that listens on %s", async (_, host) => {
  expect(await probe(await serveAs(STRANGER, { host }))).toMatchObject([{ used: false }]);
});

asOthers("nor one that stands beside a server of the user's on the same port", async () => {
  const port = await serveHere();
  await serveAs(STRANGER, { host: "127.0.0.2", port });
  expect(await probe(port)).toMatchObject([{ used: false }]);
});

asOthers("a server of a system account is used: the service of the Ollama package runs as one", async () => {
  expect(await probe(await serveAs(SYSTEM_ACCOUNT))).toMatchObject([{ used: true }]);
});

asOthers("a server of root is used by others", async () => {
  const source = new URL("../../src/core/models/choice/socket-owner.ts", import.meta.url).href;
  const script = `import(${JSON.stringify(source)}).then(async (m) => process.stdout.write(String(await m.isTrustedListener(${await serveHere()}))))`;
  expect(await outputAs(1234, script)).toBe("true");
});

asOthers("an address that a variable names is the user's choice, whoever serves there", async () => {
  const env = { ...NOWHERE, LLAMA_CPP_BASE_URL: origin(await serveAs(STRANGER)) };
  expect(await probeLocalServers({ env, timeoutMs: 5000 })).toMatchObject([{ config: { name: "llama.cpp" } }]);
});

test("a run without a screen says on stderr which server answers", async () => {
  await using workspace = await createWorkspace();
  const env = { ...NOWHERE, LLAMA_CPP_BASE_URL: origin(await serveHere()), TAU_OFFLINE: "0" };
  // The server is given 150 ms to answer: on a busy machine it may take another run until it does.
  let exit = await runCli({ workspace, args: ["-p", "hi"], env });
  while (exit.stdout !== "Hello.\n") exit = await runCli({ workspace, args: ["-p", "hi"], env });
  expect(exit.exitCode).toBe(0);
  expect(exit.stderr).toBe(`tau: No key is set: the model is gguf of llama.cpp at ${env.LLAMA_CPP_BASE_URL}.\n`);
});

async function probe(port: number) {
  const found = await probeLocalServers({ env: NOWHERE, ports: { "llama.cpp": port }, timeoutMs: 5000 });
  return found.map(({ provider, config, notice }) => ({ provider, used: config !== undefined, notice }));
}

function origin(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/** Lists one model as llama.cpp does, and answers each prompt. */
function serve(create: typeof createServer) {
  const chunk = (delta: object, reason: string | null) =>
    `data: ${JSON.stringify({ choices: [{ delta, finish_reason: reason }] })}\n\n`;
  return create((request, response) => {
    if (request.method === "GET") response.end('{"data":[{"id":"gguf","owned_by":"llamacpp"}]}');
    else response.end(`${chunk({ content: "Hello." }, null)}${chunk({}, "stop")}data: [DONE]\n\n`);
  });
}

async function serveHere(): Promise<number> {
  const server = serve(createServer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** The same in a process of another user. Resolves to its port once it listens. */
async function serveAs(user: number, { host = "127.0.0.1", port = 0 } = {}): Promise<number> {
  const script = `const server = (${serve})(require("node:http").createServer);
    server.listen(${port}, "${host}", () => process.stdout.write(\`\${server.address().port}\`));`;
  const child = spawn(process.execPath, ["-e", script], { cwd: "/", uid: user, gid: user });
  onTestFinished(async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  });
  const [line] = await once(child.stdout, "data");
  return Number(line);
}

async function outputAs(user: number, script: string): Promise<string> {
  const args = ["--conditions=@tau/source", "-e", script];
  const child = spawn(process.execPath, args, { cwd: "/", uid: user, gid: user, stdio: ["ignore", "pipe", "inherit"] });
  const chunks = await Array.fromAsync(child.stdout as AsyncIterable<Buffer>);
  return Buffer.concat(chunks).toString().trim();
}
