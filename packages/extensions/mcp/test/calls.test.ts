import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";
import { serverFile } from "./server-file.ts";

/** A session in which the model calls these tools, one per step. */
async function calling(
  behaviour: string,
  ...calls: readonly { name: string; arguments?: Readonly<Record<string, unknown>> }[]
) {
  const harness = await createExtensionHarness({
    extensions: [manifest],
    files: serverFile({ one: behaviour }),
    script: [
      ...calls.map(({ name, arguments: args = {} }) => ({ toolCalls: [{ name, arguments: args }] })),
      { text: "Done." },
    ],
  });
  await harness.prompt("Go");
  return harness;
}

function results({ session }: Awaited<ReturnType<typeof calling>>) {
  return session.messages.flatMap((message) => (message.role === "toolResult" ? [message] : []));
}

test("P-OMP-1: tools of a stdio server are there for the first request, and a call reaches the server", async () => {
  await using harness = await calling("plain", { name: "mcp__one__echo", arguments: { text: "hello" } });
  expect(results(harness)).toMatchObject([{ content: [{ text: "You said: hello" }], isError: false }]);
  expect(harness.errors).toEqual([]);
});

test("all kinds of content reach the model, and what it cannot take is told of", async () => {
  await using harness = await calling("rich", { name: "mcp__one__rich" });
  const [result] = results(harness);
  const [text, image] = result?.content ?? [];
  expect(text).toMatchObject({ type: "text" });
  expect(text?.type === "text" && text.text).toMatch(
    /^first\nnote:\/\/1\na note\ntwo: note:\/\/2\n\[audio\/wav, 3 bytes: artifact:\/\/\d+\]\n\{"type":"hologram","depth":3\}$/,
  );
  expect(image).toMatchObject({ type: "image", mimeType: "image/png" });
});

test("a large text is cut and kept as an artifact; structured content is text where there is no other; a failure is one", async () => {
  await using harness = await calling(
    "rich",
    { name: "mcp__one__large" },
    { name: "mcp__one__structured" },
    { name: "mcp__one__fails" },
  );
  const [large, structured, failed] = results(harness);
  const [text] = large?.content ?? [];
  expect(text?.type === "text" && text.text.length).toBeLessThan(60_000);
  expect(text?.type === "text" && text.text).toContain("artifact://");
  expect(structured).toMatchObject({
    content: [{ text: '{\n "degrees": 21\n}' }],
    details: { structuredContent: { degrees: 21 } },
  });
  expect(failed).toMatchObject({ isError: true, content: [{ text: "no such city" }] });
});

test("progress is told while the call runs, and a ping of the server is answered", async () => {
  await using harness = await calling("plain", { name: "mcp__one__progress" });
  const updates = harness.events.flatMap((event) =>
    event.type === "tool_execution_update" ? [JSON.stringify(event.partialResult)] : [],
  );
  expect(updates.join()).toContain("1/2 step 1");
  expect(results(harness)).toMatchObject([{ content: [{ text: "done" }] }]);
});

test("a server that sends wrong ids, invalid JSON and unknown messages is still heard", async () => {
  await using harness = await calling("plain", { name: "mcp__one__wrong" });
  expect(results(harness)).toMatchObject([{ content: [{ text: "right" }], isError: false }]);
});

test("a server that dies during a call gives a failure with its last words, and is started again for the next call", async () => {
  await using harness = await calling(
    "plain",
    { name: "mcp__one__die" },
    { name: "mcp__one__echo", arguments: { text: "again" } },
  );
  const [died, again] = results(harness);
  expect(died).toMatchObject({ isError: true });
  expect(JSON.stringify(died?.content)).toMatch(/ended during the call of die.*out of luck/);
  expect(again).toMatchObject({ content: [{ text: "You said: again" }] });
});

test("a server that floods stderr works, and one that sends a message without end is stopped", async () => {
  await using flood = await calling("flood", { name: "mcp__one__echo", arguments: { text: "loud" } });
  expect(results(flood)).toMatchObject([{ content: [{ text: "You said: loud" }] }]);
  await using huge = await calling("plain", { name: "mcp__one__huge" });
  expect(results(huge)).toMatchObject([{ isError: true }]);
  expect(JSON.stringify(results(huge))).toContain("above 64 MiB");
});

test("hostile descriptions are cleaned, a built-in's name is not taken, and schemas with cycles are cut", async () => {
  await using harness = await calling("hostile", { name: "mcp__one__bash" });
  const tools = new Map(harness.session.getAllTools().map((tool) => [tool.name, tool]));
  expect(tools.get("mcp__one__echo")?.description).toBe("Says what it is told.");
  expect(tools.get("bash")?.description).not.toBe("bash");
  expect(results(harness)).toMatchObject([{ content: [{ text: "not the shell" }] }]);
  expect(tools.get("mcp__one__loop")?.parameters).toEqual({
    type: "object",
    properties: { node: { type: "object", properties: { next: {} } }, far: {} },
  });
  expect(tools.get("mcp__one__nodescription")?.description).toBe("nodescription");
  const own = [...tools.keys()].filter((name) => name.startsWith("mcp__"));
  expect(own).toHaveLength(6);
  expect(own.every((name) => /^[a-zA-Z0-9_-]{1,64}$/.test(name))).toBe(true);
});

test("keys of the user's environment do not reach a server", async () => {
  process.env.SOME_SERVICE_API_KEY = "secret-value";
  try {
    await using harness = await calling("plain", { name: "mcp__one__env" });
    const said = JSON.stringify(results(harness)[0]?.content);
    expect(said).toContain("PATH");
    expect(said).not.toContain("secret-value");
  } finally {
    delete process.env.SOME_SERVICE_API_KEY;
  }
});

test("all pages of a list are read; a server that ends at the probe of the newer protocol is spoken to in the older one", async () => {
  await using paged = await calling("paged");
  expect(paged.session.getAllTools().map(({ name }) => name)).toEqual(
    expect.arrayContaining(["mcp__one__page0", "mcp__one__page1", "mcp__one__page2"]),
  );
  await using old = await calling("exits-on-probe", { name: "mcp__one__echo", arguments: { text: "old" } });
  expect(results(old)).toMatchObject([{ content: [{ text: "You said: old" }] }]);
});
