import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { createExtensionHarness, type HarnessExtension } from "@tau/testkit/extensions";
import { expect, test, vi } from "vitest";
import type { PermissionRequest } from "../../../../src/core/permission/index.ts";
import { createSession } from "../../../../src/core/session/create-session.ts";
import { chooseMode } from "../../../../src/core/tools/edit/edit-modes/choose-mode.ts";
import { hashLine } from "../../../../src/core/tools/edit/edit-modes/hashline/anchor.ts";
import { describeCall } from "../../../../src/core/tools/index.ts";
import { type SessionOptions, sessionFor } from "../session-for.ts";

type Settings = NonNullable<SessionOptions["settings"]>;

const PATCH = [
  "*** Begin Patch",
  "*** Update File: a.txt",
  "-one",
  "+1",
  "*** Delete File: b.txt",
  "*** End Patch",
].join("\n");

/** The parameters of `edit` in the first request. */
async function parametersOfEdit(settings: Settings): Promise<string[]> {
  await using setup = await sessionFor([fauxAssistantMessage("done")], { settings, inMemory: true });
  await setup.session.prompt("go");
  const edit = setup.session.agent.state.tools.find(({ name }) => name === "edit");
  return Object.keys((edit?.parameters as { properties?: object } | undefined)?.properties ?? {});
}

test("R241: edit.mode chooses, edit.modes by model and by role before it", async () => {
  expect(await parametersOfEdit({})).toEqual(["path", "edits"]);
  expect(await parametersOfEdit({ edit: { mode: "hashline" } })).toEqual(["input"]);
  expect(await parametersOfEdit({ edit: { modes: { "faux/*": "patch" } } })).toEqual(["input"]);
  expect(await parametersOfEdit({ edit: { modes: { smol: "patch" } }, modelRoles: { smol: "faux/two" } })).toEqual([
    "path",
    "edits",
  ]);
  expect(await parametersOfEdit({ edit: { modes: { smol: "patch" } }, modelRoles: { smol: "faux/one:high" } })).toEqual(
    ["input"],
  );
});

test("R241: the environment comes before the settings, and a mode of another program is passed over", () => {
  const settings = { get: (path: string) => ({ "edit.mode": "hashline" })[path] } as never;
  expect(chooseMode("a/b", settings, { auto: "replace", variant: "patch" })).toBe("patch");
  expect(chooseMode("a/b", settings, { auto: "replace", variant: "atom" })).toBe("hashline");
  expect(chooseMode("a/b", settings, { auto: "replace", variant: "auto" })).toBe("replace");
});

test("a change of the setting holds from the next prompt on, and read shows anchors only then", async () => {
  const read = () => fauxAssistantMessage([fauxToolCall("read", { path: "a.txt" })], { stopReason: "toolUse" });
  const answers = [
    read(),
    fauxAssistantMessage("1"),
    read(),
    fauxAssistantMessage("2"),
    read(),
    fauxAssistantMessage("3"),
  ];
  await using setup = await sessionFor(answers, { inMemory: true });
  writeFileSync(join(setup.cwd, "a.txt"), "one\n");
  await setup.session.prompt("go");
  setup.services.settings.applyOverrides({ edit: { mode: "hashline" } });
  await setup.session.prompt("go");
  expect(setup.session.systemPrompt).toContain("the anchors that read and grep show");
  setup.services.settings.applyOverrides({ edit: { mode: "replace" } });
  await setup.session.prompt("go");
  const texts = setup.session.messages.flatMap((message) =>
    message.role === "toolResult" ? message.content.map((block) => (block.type === "text" ? block.text : "")) : [],
  );
  expect(texts).toEqual(["one\n", expect.stringMatching(/^1[a-z]{2}\|one\n$/), "one\n"]);
});

test("R236: edit.absorbInserts leaves repeated lines out of an insertion", async () => {
  const input = `@@ a.txt\n+ 1${hashLine(1, "first();")}\n~first();\n~second();`;
  const answers = [fauxAssistantMessage([fauxToolCall("edit", { input })], { stopReason: "toolUse" })];
  await using setup = await sessionFor([...answers, fauxAssistantMessage("done")], { inMemory: true });
  const path = join(setup.cwd, "a.txt");
  writeFileSync(path, "first();\n");
  setup.services.settings.applyOverrides({ edit: { mode: "hashline", absorbInserts: true } });
  await setup.session.prompt("go");
  expect(readFileSync(path, "utf8")).toBe("first();\nsecond();\n");
});

test.each(["replace", "apply_patch"])(
  "R239: in the mode %s a generated file is refused, unless the user allows it",
  async (mode) => {
    const input = "*** Begin Patch\n*** Update File: a.go\n-package a\n+package b\n*** End Patch";
    const edits = [{ oldText: "package a", newText: "package b" }];
    const call = fauxToolCall("edit", mode === "replace" ? { path: "a.go", edits } : { input });
    const answer = () => fauxAssistantMessage([call], { stopReason: "toolUse" });
    const answers = [answer(), fauxAssistantMessage("refused"), answer(), fauxAssistantMessage("done")];
    await using setup = await sessionFor(answers, { inMemory: true, settings: { edit: { mode } } as Settings });
    const path = join(setup.cwd, "a.go");
    const generated = "// Code generated by protoc. DO NOT EDIT.\npackage a\n";
    writeFileSync(path, generated);
    await setup.session.prompt("go");
    expect(JSON.stringify(setup.session.messages)).toContain("a.go is generated, as its line 1 says.");
    expect(readFileSync(path, "utf8")).toBe(generated);
    setup.services.settings.applyOverrides({ edit: { mode, allowGenerated: true } } as Settings);
    await setup.session.prompt("go");
    expect(readFileSync(path, "utf8")).toBe(generated.replace("package a", "package b"));
  },
);

test("the policy sees every path of a call, and a text that is not a patch needs no permission", async () => {
  const answers = [PATCH, "nonsense"].map((input) =>
    fauxAssistantMessage([fauxToolCall("edit", { input })], { stopReason: "toolUse" }),
  );
  await using setup = await sessionFor([...answers, fauxAssistantMessage("done")], { inMemory: true });
  const { cwd, services, faux } = setup;
  for (const name of ["a.txt", "b.txt"]) writeFileSync(join(cwd, name), "one\n");
  services.settings.applyOverrides({ edit: { mode: "apply_patch" } });
  const asked: PermissionRequest[] = [];
  const policy = {
    decide: async (request: PermissionRequest) => {
      asked.push(request);
      return request.paths?.some((path) => path.endsWith("b.txt"))
        ? { action: "deny" as const, reason: "not b" }
        : { action: "allow" as const };
    },
  };
  const permission = { policy, ask: async () => false } as never;
  const { session } = await createSession({ services, model: faux.getModel(), permission });
  await session.prompt("go");
  expect(asked).toMatchObject([
    { tool: "edit", effect: "write", paths: [join(cwd, "a.txt"), join(cwd, "b.txt")] },
    { tool: "edit", effect: "read" },
  ]);
  expect(asked[1]?.paths).toBeUndefined();
  expect(readFileSync(join(cwd, "a.txt"), "utf8")).toBe("one\n");
  const move = PATCH.replace("a.txt", "a.txt\n*** Move to: ../out.txt");
  const effects = session.tools.get("edit")?.effects;
  expect(describeCall("edit", { input: move }, cwd, effects).paths).toContain(join(cwd, "../out.txt"));
  await session.dispose();
});

const GPT = { id: "gpt-5.2", compat: { supportsOpenAIGrammarTools: true } };
const settings = { defaultModel: "gpt-5.2" };

async function withGpt(extensions: readonly HarnessExtension[], script: object[], more: object = {}) {
  const harness = await createExtensionHarness({
    ...{ extensions, model: GPT, protocol: "openai-responses", script: script as never },
    settings: { ...settings, ...more },
  });
  for (const name of ["a.txt", "b.txt"]) await harness.workspace.write(name, "one\n");
  return harness;
}

test("models trained on apply_patch get it with its grammar, and send it as free text", async () => {
  const call = { toolCalls: [{ name: "edit", arguments: PATCH, custom: true }] };
  await using harness = await withGpt([], [call, { text: "done" }]);
  expect(await harness.prompt("go")).toBe("done");
  const { tools } = (harness.server.requests[0]?.body ?? { tools: [] }) as { tools: { name: string }[] };
  expect(tools.find(({ name }) => name === "edit")).toMatchObject({
    type: "custom",
    format: { type: "grammar", syntax: "lark", definition: expect.stringContaining('"*** Begin Patch" LF') },
  });
  expect(readFileSync(join(harness.workspace.cwd, "a.txt"), "utf8")).toBe("1\n");
});

test.each([
  ["gpt-4.1-mini", true],
  ["gpt-5-codex", true],
  ["openai/gpt-5.4", true],
  ["gpt-6-sol", true],
  ["codex-mini-latest", true],
  ["gpt-4o", false],
  ["gpt-oss-120b", false],
  ["o3", false],
  ["claude-opus-4-5", false],
])("R241: %s gets apply_patch: %s", async (id, isPatch) => {
  await using harness = await createExtensionHarness({
    ...{ extensions: [], model: { id }, script: [{ text: "done" }], settings: { defaultModel: id } },
  });
  await harness.prompt("go");
  const edit = harness.server.requests[0]?.tools.find(({ name }) => name === "edit");
  expect(JSON.stringify(edit).includes("*** Begin Patch")).toBe(isPatch);
  expect(JSON.stringify(edit).includes("oldText")).toBe(!isPatch);
});

test("R241: TAU_EDIT_MODE comes before PI_EDIT_VARIANT, and both before the settings", async () => {
  const mode = async () => {
    await using harness = await createExtensionHarness({
      ...{ extensions: [], script: [{ text: "done" }], settings: { edit: { mode: "patch" } } },
    });
    await harness.prompt("go");
    const edit = JSON.stringify(harness.server.requests[0]?.tools.find(({ name }) => name === "edit"));
    return ["*** Begin Patch", ":e PATH", "unified diff"].find((sign) => edit.includes(sign));
  };
  expect(await mode()).toBe("unified diff");
  vi.stubEnv("PI_EDIT_VARIANT", "vim");
  expect(await mode()).toBe(":e PATH");
  vi.stubEnv("TAU_EDIT_MODE", "apply_patch");
  expect(await mode()).toBe("*** Begin Patch");
  vi.unstubAllEnvs();
});

test("an extension that looks at calls keeps the usual arguments, unless the user chose a mode", async () => {
  const watching: HarnessExtension = (pi) => void pi.on("tool_call", () => undefined);
  await using usual = await withGpt([watching], [{ text: "done" }]);
  await usual.prompt("go");
  expect(JSON.stringify(usual.server.requests[0]?.body)).toContain("oldText");
  await using chosen = await withGpt([watching], [{ text: "done" }], { edit: { mode: "apply_patch" } });
  await chosen.prompt("go");
  expect(JSON.stringify(chosen.server.requests[0]?.body)).not.toContain("oldText");
});
