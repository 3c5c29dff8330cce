import { createWorkspace, type ModelReply, runCli, startCli, startModelServer, useScriptedModel } from "@tau/testkit";
import { expect, test } from "vitest";

const call = (name: string, args: object): ModelReply => ({ toolCalls: [{ name, arguments: args as never }] });

async function print(replies: readonly ModelReply[], settings: Readonly<Record<string, unknown>>) {
  const workspace = await createWorkspace();
  const server = await startModelServer({ script: [...replies] });
  await useScriptedModel(workspace, server, undefined, { settings });
  const exit = await runCli({ workspace, args: ["-p", "go"] });
  return { exit, workspace, server };
}

test("print mode waits for a job, and the model answers with its outcome", async () => {
  const { exit, workspace, server } = await print(
    [call("bash", { command: "echo the outcome", async: true }), { text: "started" }, { text: "all seen" }],
    {},
  );
  await using _workspace = workspace;
  await using _server = server;
  expect(exit).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("all seen") });
  expect(JSON.stringify(server.requests.at(-1)?.body)).toMatch(/Background work job-\w{6} .*the outcome/);
});

test("a job that does not end is ended with a message when the time for it is over", async () => {
  const { exit, workspace, server } = await print(
    [call("bash", { command: "sleep 300", async: true }), { text: "started" }],
    { async: { printWaitSeconds: 1 } },
  );
  await using _workspace = workspace;
  await using _server = server;
  expect(exit).toMatchObject({ exitCode: 0, stdout: "started\n" });
  expect(exit.stderr).toMatch(/Background work ended with the session: sleep 300 \(job-\w{6}\)/);
});

test("R175: over RPC bash does not offer jobs, and refuses one that is asked for", async () => {
  await using workspace = await createWorkspace();
  const replies = [call("bash", { command: "touch made", async: true }), { text: "done" }];
  await using server = await startModelServer({ script: () => replies.shift() ?? { failure: "invalid-request" } });
  await useScriptedModel(workspace, server);
  await using tau = startCli({ workspace, args: ["--mode", "rpc"], stdin: "open" });
  tau.write(`${JSON.stringify({ type: "prompt", message: "go" })}\n`);
  await tau.waitForOutput((stdout) => stdout.includes('"agent_settled"'));
  const [first, second] = server.requests.map(({ body }) => JSON.stringify(body));
  expect(first).toContain('"bash"');
  expect(first).not.toContain("Run as a background job");
  expect(second).toMatch(/Background jobs are off here|async/);
  expect(await workspace.list()).toEqual([]);
});
