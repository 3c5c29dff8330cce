import { createExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";

const DOWN = "\x1b[B";
const UP = "\x1b[A";
const LEFT = "\x1b[D";
const ESCAPE = "\x1b";

const database = {
  id: "db",
  question: "Which database?",
  options: [{ label: "SQLite" }, { label: "Postgres" }],
  recommended: 1,
};
const extras = { id: "extras", question: "What else?", options: [{ label: "tests" }, { label: "CI" }], multi: true };

function open(questions: readonly object[], options: Partial<ExtensionHarnessOptions> = {}) {
  return createExtensionHarness({
    extensions: [manifest],
    script: [{ toolCalls: [{ name: "ask", arguments: { questions } }] }, { text: "thanks" }, { text: "again" }],
    settings: { ask: { timeout: 0 } },
    mode: "tui",
    ...options,
  });
}

type Harness = Awaited<ReturnType<typeof open>>;

const screen = ({ terminal }: Harness) => terminal.window;

/** Keys, each when what the one before leads to is on the screen. */
async function answer(harness: Harness, ...steps: readonly (readonly [keys: string, seen: string | RegExp])[]) {
  for (const [keys, seen] of steps) {
    harness.terminal.send(keys);
    await screen(harness).waitForText(seen);
  }
}

const result = ({ session }: Harness) => session.messages.find(({ role }) => role === "toolResult");

test("R309, R312: one question, one choice; the mark of the recommended one is the picker's alone", async () => {
  await using harness = await open([database]);
  const done = harness.prompt("go");
  await screen(harness).waitForText(
    /Which database\?[\s\S]*SQLite[\s\S]*→ Postgres \(Recommended\)[\s\S]*Other \(type your own\)/,
  );
  harness.terminal.send("\r");
  expect(await done).toBe("thanks");
  expect(result(harness)).toMatchObject({
    isError: false,
    content: [{ type: "text", text: "User selected: Postgres" }],
    details: {
      question: "Which database?",
      options: ["SQLite", "Postgres"],
      multi: false,
      selectedOptions: ["Postgres"],
    },
  });
  await screen(harness).waitForText(/ask Which database\?[\s\S]*✓ Postgres/);
  expect(harness.errors).toEqual([]);
});

test("R310, R315: several questions, back and forth; labels in the order of checking", async () => {
  await using harness = await open([database, extras]);
  const done = harness.prompt("go");
  await screen(harness).waitForText("→ Postgres");
  await answer(
    harness,
    [UP, "→ SQLite"],
    ["\r", "→ [ ] tests"],
    [DOWN, "→ [ ] CI"],
    [" ", "→ [x] CI"],
    [UP, "→ [ ] tests"],
    [" ", "→ [x] tests"],
    [LEFT, "→ SQLite ✓"],
    [DOWN, "→ Postgres"],
    ["\r", "→ [x] tests"],
    [UP, "→ Done selecting"],
    ["\r", "thanks"],
  );
  await done;
  expect(result(harness)).toMatchObject({
    content: [{ text: "User answers:\ndb: Postgres\nextras: CI, tests" }],
    details: {
      results: [
        { id: "db", selectedOptions: ["Postgres"], multi: false },
        { id: "extras", selectedOptions: ["CI", "tests"], multi: true },
      ],
    },
  });
});

test("R311: an answer of the user's own is typed in an editor, for which no time runs", async () => {
  await using harness = await open([database], { settings: { ask: { timeout: 30 } } });
  const done = harness.prompt("go");
  await screen(harness).waitForText(/\d+ s left/);
  await answer(harness, [DOWN, "→ Other"], ["\r", "enter accept"]);
  expect(screen(harness).screen().join("\n")).not.toMatch(/s left/);
  harness.terminal.send("a flat file");
  harness.terminal.send("\r");
  await done;
  expect(result(harness)).toMatchObject({
    content: [{ text: "User provided custom input: a flat file" }],
    details: { selectedOptions: [], customInput: "a flat file" },
  });
});

test("R312, R313: without an answer in time the recommended option counts; an index that does not exist is ignored", async () => {
  await using harness = await open([database], { settings: { ask: { timeout: 0.2 } } });
  await harness.prompt("go");
  expect(result(harness)).toMatchObject({
    content: [{ text: expect.stringMatching(/^User selected: Postgres\n\(The user did not answer in time/) }],
    details: { selectedOptions: ["Postgres"], timedOut: true },
  });
  await using other = await open([{ ...database, recommended: 7 }], { settings: { ask: { timeout: 0.2 } } });
  await other.prompt("go");
  expect(result(other)).toMatchObject({ details: { selectedOptions: ["SQLite"] } });
});

test("R314: Escape stops the run with the reason, and a prompt afterwards goes on", async () => {
  await using harness = await open([database]);
  const done = harness.prompt("go");
  await screen(harness).waitForText("Which database?");
  harness.terminal.send(ESCAPE);
  await done;
  expect(result(harness)).toMatchObject({
    isError: true,
    content: [{ text: "Ask tool was cancelled by the user" }],
  });
  expect(harness.server.requests).toHaveLength(1);
  expect(await harness.prompt("use SQLite")).toBe("thanks");
});

test("a run that is stopped takes the question away", async () => {
  await using harness = await open([database]);
  const done = harness.prompt("go");
  await screen(harness).waitForText("Which database?");
  void harness.session.abort();
  await done;
  expect(result(harness)).toMatchObject({ isError: true, content: [{ text: "Ask input was cancelled" }] });
  await screen(harness).waitForText((text) => !/→ Postgres/.test(text));
});

test("no questions, and no screen, are told to the model", async () => {
  await using harness = await open([]);
  await harness.prompt("go");
  expect(result(harness)).toMatchObject({ isError: true, content: [{ text: "Ask at least one question." }] });
  await using printed = await open([database], { mode: "print" });
  await printed.prompt("go");
  expect(result(printed)).toMatchObject({ isError: true, content: [{ text: "Ask tool requires interactive mode" }] });
});

test("the picture of a resumed session shows question and answer", async () => {
  await using harness = await open([database, extras]);
  const done = harness.prompt("go");
  await screen(harness).waitForText("→ Postgres");
  await answer(harness, ["\r", "→ [ ] tests"], [UP, "→ Done selecting"], ["\r", "thanks"]);
  await done;
  await harness.restart();
  await screen(harness).waitForText(/ask Which database\?\s+What else\?[\s\S]*✓ db: Postgres\s+✓ extras: \(none\)/);
});

test("what every request pays for it is small", () => {
  const [tool] = manifest.tools ?? [];
  const { name, description, parameters } = tool ?? {};
  expect(JSON.stringify({ name, description, parameters }).length).toBeLessThan(700);
});
