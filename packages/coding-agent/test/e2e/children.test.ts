import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createWorkspace, runCli, startCli, startModelServer, useScriptedModel } from "@tau/testkit";
import { expect, test } from "vitest";

const EXTENSION = `
import { writeFileSync } from "node:fs";

export default (pi) => {
  pi.registerTool({
    name: "delegate",
    label: "Delegate",
    description: "Hands work to two children",
    parameters: { type: "object", properties: {} },
    async execute() {
      const texts = [];
      for (const name of ["quick", "slow"]) {
        const child = await pi.children.create({ name, tools: [] });
        texts.push((await child.prompt(name + " work")).text);
        await child.dispose();
      }
      return { content: [{ type: "text", text: texts.join(", ") }] };
    },
  });
  pi.registerCommand("records", {
    handler: async (_args, ctx) => {
      const records = await pi.children.records();
      const slow = await pi.children.reopen("slow", { name: "slow", tools: [] });
      const result = await slow.prompt("resume");
      writeFileSync(ctx.cwd + "/records.json", JSON.stringify({ records, result }));
    },
  });
};
`;

test("killed while a child works: the parent knows which had finished, and the other goes on from its log", async () => {
  await using workspace = await createWorkspace({ files: { "children.ts": EXTENSION } });
  await using server = await startModelServer({
    script: ({ body }) => {
      const text = JSON.stringify(body);
      if (text.includes("resume")) return { text: "slow is done" };
      if (text.includes("slow work")) return { failure: "silence" };
      return text.includes("quick work")
        ? { text: "quick is done" }
        : { toolCalls: [{ name: "delegate", arguments: {} }] };
    },
  });
  await useScriptedModel(workspace, server);
  await using tau = startCli({ workspace, args: ["-e", "children.ts", "--mode", "json", "go"] });
  const asked = server.waitForRequest(({ body }) => JSON.stringify(body).includes("slow work"));
  await tau.killWhen(Promise.all([asked, tau.waitForOutput(/"child_start","child":\{"id":"slow"/)]));
  const events = tau.stdout
    .trim()
    .split("\n")
    .flatMap((line) => (line.includes('"child_') ? [JSON.parse(line) as { type: string; child: { id: string } }] : []));
  expect(events.map(({ type, child }) => `${type} ${child.id}`)).toEqual(
    expect.arrayContaining(["child_start quick", "child_update quick", "child_end quick", "child_start slow"]),
  );
  const { exitCode, stderr } = await runCli({ workspace, args: ["-e", "children.ts", "--continue", "-p", "/records"] });
  expect([exitCode, stderr]).toEqual([0, ""]);
  const found = JSON.parse(await workspace.read("records.json")) as Record<string, unknown>;
  expect(found).toMatchObject({
    records: [
      { id: "quick", status: "completed" },
      { id: "slow", status: "interrupted" },
    ],
    result: { status: "completed", text: "slow is done" },
  });
  // Their logs are no sessions of the project's own.
  const sessions = join(workspace.tauHome, "sessions");
  const [project = ""] = readdirSync(sessions).filter((name) => name.startsWith("--"));
  const files = readdirSync(join(sessions, project)).filter((name) => name.endsWith(".jsonl"));
  expect(files).toHaveLength(1);
});
