import { createNoUi, type ExtensionUIContext } from "@tau/coding-agent";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";
import { serverFile } from "./server-file.ts";

/** A user who answers each question with the next of these; `undefined` puts the question away. */
function user(...answers: readonly (string | undefined)[]) {
  const asked: string[] = [];
  const notices: string[] = [];
  const left = [...answers];
  const next = async (title: string) => {
    asked.push(title);
    return left.shift();
  };
  const ui: ExtensionUIContext = {
    ...createNoUi(),
    select: async (title, options) => {
      const answer = await next(title);
      expect(answer === undefined || options.includes(answer), `${answer} is none of ${options.join()}`).toBe(true);
      return answer;
    },
    input: next,
    notify: (message) => void notices.push(message),
  };
  return { ui, asked, notices };
}

async function calling(tools: readonly string[], { ui }: { ui?: ExtensionUIContext }, more: object = {}) {
  const harness = await createExtensionHarness({
    extensions: [manifest],
    ...(ui ? { mode: "rpc", ui } : {}),
    files: serverFile({ one: "asks" }, more),
    script: ({ body }) => {
      // The model is also asked by the server.
      if (JSON.stringify(body).includes("Say yes")) return { text: "Yes." };
      const [name] = tools.slice(count++);
      return name === undefined ? { text: "Done." } : { toolCalls: [{ name: `mcp__one__${name}`, arguments: {} }] };
    },
  });
  let count = 0;
  await harness.prompt("Go");
  const results = harness.session.messages.flatMap((message) => (message.role === "toolResult" ? [message] : []));
  return {
    harness,
    said: results.map(({ content }) => (content[0]?.type === "text" ? content[0].text : "")),
    [Symbol.asyncDispose]: () => harness[Symbol.asyncDispose](),
  };
}

test("a form is filled in field by field, checked, and its defaults are taken", async () => {
  const person = user("Answer", "X", "Xu", "", "Green", "[ ] b", "(done)", "Yes");
  await using run = await calling(["form"], person);
  const { said } = run;
  expect(JSON.parse(said[0] ?? "")).toEqual({
    action: "accept",
    content: { name: "Xu", size: 3, colour: "g", tags: ["b"], sure: true },
  });
  expect(person.asked[0]).toBe("The MCP server one asks:\nWho?");
  expect(person.notices).toContain("At least 2 characters are needed.");
});

test("a form that is declined or put away gives nothing away", async () => {
  await using declined = await calling(["form"], user("Decline"));
  expect(declined.said).toEqual(['{"action":"decline"}']);
  await using away = await calling(["form"], user("Answer", "Xu", undefined));
  expect(away.said).toEqual(['{"action":"cancel"}']);
});

test("the model answers a server only where the user permits it, once or for the session", async () => {
  const person = user("Allow once", "Refuse", "Allow for this session");
  await using run = await calling(["sample", "sample", "sample", "sample"], person);
  const { said } = run;
  expect(said[0]).toContain('"text":"Yes."');
  expect(said[1]).toContain("The user has refused the request.");
  expect(said[2]).toContain('"text":"Yes."');
  expect(said[3]).toContain('"text":"Yes."');
  expect(person.asked).toHaveLength(3);
  expect(person.asked[0]).toMatch(/^The MCP server one asks for an answer of .*, at most 50 tokens:\nuser: Say yes$/);
});

test("without a user neither questions nor the model are offered", async () => {
  await using run = await calling(["form", "sample", "roots"], {});
  const { said, harness } = run;
  expect(said[1]).toMatch(/Method not found|not support/i);
  expect(JSON.parse(said[2] ?? "")).toMatchObject({ roots: [{ uri: expect.stringContaining(harness.workspace.cwd) }] });
}, 20_000);

test("a call that needs a page first is made again once the user has opened it", async () => {
  const person = user("I have opened it myself");
  await using paid = await calling(["page"], person);
  expect(paid.said).toEqual(["paid"]);
  expect(person.asked[0]).toBe(
    "The MCP server one asks you to open a page of pay.example:\nPay first\nhttps://pay.example/1",
  );
  await using refused = await calling(["page"], user("Decline"));
  expect(refused.said[0]).toContain("The user has not opened the page that page needs.");
});

test("log messages are kept in the log of the server, from the level that its entry names", async () => {
  const { ui, notices } = user();
  await using run = await calling(["logs"], { ui }, { logLevel: "warning" });
  expect(run.said).toEqual(["warning"]);
  await run.harness.prompt("/mcp logs one");
  expect(notices.join()).toContain('warning disk: {"left":3}');
});
