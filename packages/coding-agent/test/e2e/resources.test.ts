import { runCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "./scripted-model.ts";

test("AGENTS.md of the folder reaches the model; -nc keeps it out", async () => {
  await using setup = await withScriptedModel({ text: "ok" }, { files: { "AGENTS.md": "Always rhyme." } });
  await runCli({ workspace: setup.workspace, args: ["-p", "hi"] });
  await runCli({ workspace: setup.workspace, args: ["-nc", "-p", "hi"] });
  const [withFile, without] = setup.server.requests.map(({ body }) => JSON.stringify(body));
  expect(withFile).toContain("Always rhyme.");
  expect(without).not.toContain("Always rhyme.");
});

test("R150: a folder that is not trusted brings no skill and no template; --approve lets it", async () => {
  await using setup = await withScriptedModel(
    { text: "ok" },
    {
      files: {
        ".tau/skills/poet/SKILL.md": "---\nname: poet\ndescription: Writes verse\n---\nThink in iambs.",
        ".tau/prompts/greet.md": "Say hello to $1.",
      },
    },
  );
  const { workspace, server } = setup;
  await runCli({ workspace, args: ["-p", "/greet Ann"] });
  await runCli({ workspace, args: ["--approve", "-p", "/greet Ann"] });
  await runCli({ workspace, args: ["--approve", "-p", "/skill:poet about rain"] });
  const [untrusted, template, skill] = server.requests.map(({ body }) => JSON.stringify(body));
  expect(untrusted).toContain("/greet Ann");
  expect(untrusted).not.toContain("Writes verse");
  expect(template).toContain("Say hello to Ann.");
  expect(template).toContain("Writes verse");
  expect(skill).toMatch(/skills\/poet\/SKILL\.md.*Think in iambs.*about rain/);
  expect(skill).not.toContain("name: poet");
});

test("the system prompt and tools of one turn are the bytes of the next", async () => {
  await using setup = await withScriptedModel([
    { toolCalls: [{ name: "bash", arguments: { command: "true" } }] },
    { text: "done" },
  ]);
  await runCli({ workspace: setup.workspace, args: ["-p", "hi"] });
  const [first, second] = setup.server.requests.map(({ body }) => body as { messages: unknown[]; tools: unknown });
  expect(JSON.stringify(second?.messages.slice(0, first?.messages.length))).toBe(JSON.stringify(first?.messages));
  expect(JSON.stringify(second?.tools)).toBe(JSON.stringify(first?.tools));
});
