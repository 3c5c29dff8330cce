import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  createWorkspace,
  type ModelReply,
  type ModelRequest,
  runCli,
  startCli,
  startModelServer,
  useScriptedModel,
} from "@tau/testkit";
import { expect, test } from "vitest";

const call = (name: string, args: object): ModelReply => ({ toolCalls: [{ name, arguments: args as never }] });
const isChild = ({ tools }: ModelRequest) => tools.some(({ name }) => name === "yield");
const said = ({ body }: ModelRequest) => JSON.stringify(body);
const taskOf = (request: ModelRequest) => /Do (\w)\./.exec(said(request))?.[1];
const hasRead = (request: ModelRequest) => /the text of a/.test(said(request));

test("killed while agents work: what had ended is not run again, what was cut off goes on in its own log", async () => {
  await using workspace = await createWorkspace({ files: { "a.txt": "the text of a" } });
  let isKilled = false;
  const parent = [call("task", { agent: "task", tasks: ["a", "b", "c"].map((id) => ({ id, task: `Do ${id}.` })) })];
  await using server = await startModelServer({
    script: (request) => {
      if (!isChild(request)) return parent.shift() ?? { text: "all done" };
      if (taskOf(request) !== "b") return call("yield", { data: `report of ${taskOf(request)}` });
      if (!hasRead(request)) return call("read", { path: "a.txt" });
      return isKilled ? call("yield", { data: "report of b" }) : { failure: "silence" };
    },
  });
  await useScriptedModel(workspace, server, undefined, { settings: { task: { maxConcurrency: 1 } } });
  await using tau = startCli({ workspace, args: ["-p", "go"] });
  await tau.killWhen(server.waitForRequest((request) => isChild(request) && hasRead(request)));
  isKilled = true;
  const before = server.requests.length;
  const exit = await runCli({ workspace, args: ["--continue", "-p", "go on"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "all done\n" });
  const after = server.requests.slice(before);
  expect(after.filter(isChild).map(taskOf)).toEqual(["b", "c"]);
  expect(said(after[0] as ModelRequest)).toMatch(/the text of a.*The program was restarted while you worked/);
  const end = said(after.at(-1) as ModelRequest);
  for (const text of ["0-a (task): completed", "1-b (task): completed", "2-c (task): completed", "report of b"])
    expect(end).toContain(text);
});

test("agents hand over their results without a question, whatever the permission mode", async () => {
  await using workspace = await createWorkspace();
  const parent = [call("task", { agent: "explore", tasks: [{ id: "a", task: "Do a." }] }), { text: "all done" }];
  await using server = await startModelServer({
    script: (request) =>
      isChild(request) ? call("yield", { data: "report" }) : (parent.shift() ?? { failure: "invalid-request" }),
  });
  await useScriptedModel(workspace, server);
  const exit = await runCli({ workspace, args: ["-p", "go"], env: { TAU_PERMISSION_MODE: "" } });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "all done\n" });
  expect(said(server.requests.at(-1) as ModelRequest)).toContain("## 0-a (explore): completed\\nreport");
});

test("agents of files are named to the model from the first request on", async () => {
  await using workspace = await createWorkspace();
  await using server = await startModelServer({ script: () => ({ text: "done" }) });
  await useScriptedModel(workspace, server);
  const runPrompt = async () => expect(await runCli({ workspace, args: ["-p", "go"] })).toMatchObject({ exitCode: 0 });
  await runPrompt();
  await mkdir(join(workspace.home, ".claude/agents"), { recursive: true });
  await writeFile(join(workspace.home, ".claude/agents/own.md"), "---\ndescription: mine\n---\nYou.");
  await runPrompt();
  const isNamed = server.requests.map((request) => /More agents for task:\\n- own: mine/.test(said(request)));
  expect(isNamed).toEqual([false, true]);
});

const SIZE = `import { getHeapSpaceStatistics } from "node:v8";
export default (pi) =>
  pi.on("agent_end", () => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    process.stderr.write("young generation: " + young.space_size / 1024 / 1024 + " MB\\n");
  });
`;

test("the memory for young objects does not grow while many agents work", async () => {
  await using workspace = await createWorkspace({ files: { "size.js": SIZE } });
  const tasks = Array.from({ length: 16 }, (_, at) => ({ id: `t${at}`, task: `Do ${at}.` }));
  const parent = [call("task", { agent: "explore", tasks }), { text: "all done" }];
  await using server = await startModelServer({
    script: (request) =>
      isChild(request) ? call("yield", { data: "report" }) : (parent.shift() ?? { failure: "invalid-request" }),
  });
  await useScriptedModel(workspace, server, undefined, { settings: { task: { maxConcurrency: 16 } } });
  const exit = await runCli({ workspace, args: ["-e", "./size.js", "-p", "go"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "all done\n" });
  // 16 MB without the limit.
  expect(Number(/young generation: (\d+) MB/.exec(exit.stderr)?.[1])).toBeLessThanOrEqual(8);
});
