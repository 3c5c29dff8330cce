import { runCli, startCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "./scripted-model.ts";

/** The tool leaves work behind; it ends when the file `go` is there, or when it is told to. */
const EXTENSION = `
import { existsSync, watch } from "node:fs";

export default (pi) => {
  pi.registerTool({
    name: "leave",
    label: "Leave",
    description: "Leaves work in the background",
    parameters: { type: "object", properties: {} },
    async execute(_id, _params, _signal, _onUpdate, ctx) {
      const run = ({ signal }) => new Promise((resolve) => {
        const watcher = watch(ctx.cwd, () => existsSync(ctx.cwd + "/go") && end("the outcome"));
        const end = (text) => { watcher.close(); resolve(text); };
        signal.addEventListener("abort", () => end("stopped"));
      });
      const { id } = pi.background.start({ label: "slow work", run });
      return { content: [{ type: "text", text: "started " + id }] };
    },
  });
};
`;

const script = ({ body }: { body: unknown }) => {
  const text = JSON.stringify(body);
  if (text.includes("the outcome")) return { text: "It is done." };
  return text.includes("started job-") ? { text: "Waiting." } : { toolCalls: [{ name: "leave", arguments: {} }] };
};

test("print mode waits for background work, and the answer to its outcome is the one that counts", async () => {
  await using setup = await withScriptedModel(script, { files: { "ext.ts": EXTENSION } });
  const { workspace, server } = setup;
  const tau = startCli({ workspace, args: ["-e", "ext.ts", "-p", "go"] });
  await server.waitForRequest(({ toolResults }) => toolResults === 1);
  await workspace.write("go", "");
  expect(await tau.exited).toMatchObject({ exitCode: 0, stdout: "It is done.\n", stderr: "" });
});

test("a limit ends background work with a message", async () => {
  await using setup = await withScriptedModel(script, { files: { "ext.ts": EXTENSION } });
  const exit = await runCli({ workspace: setup.workspace, args: ["-e", "ext.ts", "--timeout", "2", "-p", "go"] });
  expect(exit.exitCode).toBe(1);
  expect(exit.stderr).toMatch(/Background work ended with the session: slow work \(job-\w+\)\n.*Stopped after 2 s/s);
});

test("so does a signal", async () => {
  await using setup = await withScriptedModel(script, { files: { "ext.ts": EXTENSION } });
  const { workspace, server } = setup;
  const tau = startCli({ workspace, args: ["-e", "ext.ts", "--mode", "json", "go"] });
  await server.waitForRequest(({ toolResults }) => toolResults === 1);
  await tau.waitForOutput('"agent_settled"');
  await tau.kill("SIGTERM");
  const exit = await tau.exited;
  expect([exit.exitCode, exit.stderr]).toEqual([143, expect.stringMatching(/Background work ended .*slow work/)]);
});
