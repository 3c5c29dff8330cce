import { existsSync } from "node:fs";
import {
  createWorkspace,
  type ModelReply,
  type ModelRequest,
  startCli,
  startModelServer,
  useScriptedModel,
} from "@tau/testkit";
import { expect, test } from "vitest";

const call = (name: string, args: object): ModelReply => ({ toolCalls: [{ name, arguments: args as never }] });
const isChild = ({ tools }: ModelRequest) => tools.some(({ name }) => name === "yield");

test("the question of an agent reaches the user, who reads which agent asks", async () => {
  await using workspace = await createWorkspace();
  const parent = [call("task", { agent: "task", tasks: [{ id: "a", task: "Do a." }] }), { text: "all done" }];
  const child = [call("bash", { command: "touch made" }), call("yield", { data: "report" })];
  await using server = await startModelServer({
    script: (request) => (isChild(request) ? child : parent).shift() ?? { failure: "invalid-request" },
  });
  await useScriptedModel(workspace, server);
  await using tau = startCli({ workspace, args: ["--mode", "rpc", "--permission-mode", "ask"], stdin: "open" });
  for (const line of [
    { type: "set_permission_requests", enabled: true },
    { type: "prompt", message: "go" },
  ])
    tau.write(`${JSON.stringify(line)}\n`);
  const lines = () =>
    tau.stdout
      .split("\n")
      .filter((line) => line.endsWith("}"))
      .map((line) => JSON.parse(line));
  const questions = () => lines().filter(({ type }) => type === "permission_request");
  await tau.waitForOutput(() => questions().length === 1);
  const [question] = questions();
  expect(question).toMatchObject({ tool: "bash", command: "touch made", agent: "0-a" });
  tau.write(`${JSON.stringify({ type: "permission_response", id: question.id, answer: "once" })}\n`);
  await tau.waitForOutput(() => lines().some(({ type }) => type === "agent_settled"));
  expect(existsSync(workspace.path("made"))).toBe(true);
});
