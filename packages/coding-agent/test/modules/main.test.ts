import { startProgram } from "@tau/testkit";
import { expect, test } from "vitest";
import { sourceUrl } from "../core/run-script.ts";
import { withScriptedModel } from "../e2e/scripted-model.ts";

async function runProgram(script: string, text = "Hello") {
  await using setup = await withScriptedModel({ text });
  const { workspace } = setup;
  const source = `import * as tau from ${JSON.stringify(sourceUrl("pi.ts"))};\n${script}`;
  const program = startProgram({
    command: process.execPath,
    args: ["--conditions=@tau/source", "--input-type=module", "--eval", source],
    cwd: workspace.cwd,
    env: workspace.env,
  });
  const { exitCode, stdout, stderr } = await program.exited;
  return { exitCode, stdout, stderr, requests: setup.server.requests.length };
}

test("a program runs the command line with extensions of its own", async () => {
  const ran = await runProgram(`
    const greet = (pi) => pi.on("agent_end", () => process.stderr.write("heard of the end\\n"));
    await tau.main(["-p", "hi"], { extensionFactories: [greet] });
  `);
  expect(ran).toEqual({ exitCode: 0, stdout: "Hello\n", stderr: "heard of the end\n", requests: 1 });
});

test("a program prints with a runtime of its own, and gets the exit code", async () => {
  const ran = await runProgram(`
    const cwd = process.cwd();
    const agentDir = tau.getAgentDir();
    const create = async ({ cwd, agentDir, sessionManager }) => {
      const services = await tau.createAgentSessionServices({ cwd, agentDir });
      return { ...(await tau.createAgentSessionFromServices({ services, sessionManager })), services };
    };
    const sessionManager = tau.SessionManager.inMemory(cwd);
    const runtime = await tau.createAgentSessionRuntime(create, { cwd, agentDir, sessionManager });
    const code = await tau.runPrintMode(runtime, { mode: "text", initialMessage: "one", messages: ["two"] });
    console.log("exit code", code);
  `);
  expect(ran).toEqual({ exitCode: 0, stdout: "Hello\nexit code 0\n", stderr: "", requests: 2 });
});

test("tools that a program brings get the context that tools of extensions get", async () => {
  const ran = await runProgram(`
    const tool = tau.defineTool({
      name: "where",
      label: "Where",
      description: "Says where it is",
      parameters: { type: "object", properties: {} },
      execute: async (id, params, signal, onUpdate, ctx) => ({ content: [], details: { cwd: ctx.cwd, mode: ctx.mode } }),
    });
    const { session, extensionsResult } = await tau.createAgentSession({
      customTools: [tool],
      sessionManager: tau.SessionManager.inMemory(process.cwd()),
    });
    const [where] = session.state.tools.filter(({ name }) => name === "where");
    const { details } = await where.execute("1", {});
    console.log(details.cwd === process.cwd(), details.mode, extensionsResult.errors.length);
    await session.dispose();
  `);
  expect(ran).toMatchObject({ exitCode: 0, stdout: "true print 0\n" });
});

test("a loader knows its extensions before there is a session, and they are loaded once", async () => {
  const ran = await runProgram(`
    let loads = 0;
    const factory = (pi) => { loads++; pi.registerCommand("hello", { handler: async () => undefined }); };
    const place = { cwd: process.cwd(), agentDir: tau.getAgentDir() };
    const loader = new tau.DefaultResourceLoader({ ...place, extensionFactories: [factory] });
    await loader.reload();
    console.log(loader.getExtensions().extensions.map(({ commands }) => [...commands.keys()].join()).join());
    const sessionManager = () => tau.SessionManager.inMemory(process.cwd());
    const first = await tau.createAgentSession({ resourceLoader: loader, sessionManager: sessionManager() });
    console.log(first.extensionsResult.extensions.length, loads);
    const second = await tau.createAgentSession({ resourceLoader: loader, sessionManager: sessionManager() });
    console.log(second.extensionsResult.extensions.length, loads);
    await first.session.dispose();
    await second.session.dispose();
  `);
  expect(ran).toMatchObject({ exitCode: 0, stdout: "hello\n1 1\n1 2\n", stderr: "" });
});
