import { expect, test } from "vitest";
import type { FileEntry } from "../../src/session/entries/entry.ts";
import { validateEntry, validateHeader } from "../../src/session/entries/validate-entry.ts";
import { assistant, user } from "./messages-for-tests.ts";
import { answer, entry, header } from "./store-contract.ts";

const NO_COST = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };

test("what is sound is the same afterwards, unknown kinds, roles and blocks included", () => {
  const unknown = { type: "from_the_future", id: "x", parentId: null, timestamp: "t", message: 5 };
  const role = entry("r", null, { message: { role: "fileMention", files: [] } } as never);
  const block = entry("b", null, { message: { ...user(""), content: [{ type: "video", url: 1 }] } } as never);
  for (const value of [entry("a", null), answer("b", "a"), unknown, role, block]) {
    const before = structuredClone(value);
    expect(validateEntry(value as FileEntry)).toEqual(before);
  }
});

test("counts of an answer that another program did not keep are filled in, those it kept stay", () => {
  const counted = (usage: unknown) => {
    const sound = validateEntry(entry("a", null, { message: { ...assistant("x"), usage } } as never));
    return sound?.type === "message" && sound.message.role === "assistant" ? sound.message.usage : undefined;
  };
  const none = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: NO_COST };
  expect([counted(undefined), counted(null), counted("many")]).toEqual([none, none, none]);
  const early = { input: 3, output: 4, cacheRead: 5, cacheWrite: 6, cost: { ...NO_COST, total: 1.5 } };
  expect(counted(early)).toEqual({ ...early, totalTokens: 18 });
  expect(counted({ input: 3, output: 4 })).toEqual({ ...none, input: 3, output: 4, totalTokens: 7 });
});

test("an image whose data are no Base64 becomes a text, and its entry stays", () => {
  const shown = (data: string) => {
    const image = { type: "image", data, mimeType: "image/png" };
    const content = [{ type: "text", text: "look" }, image];
    const sound = validateEntry(entry("a", null, { message: { ...user(""), content } } as never));
    return sound?.type === "message" && "content" in sound.message ? (sound.message.content[1] as object) : undefined;
  };
  const image = (data: string) => ({ type: "image", data, mimeType: "image/png" });
  const reference = `blob:sha256:${"0".repeat(64)}`;
  for (const data of ["", "QUJD", "QUI=", "QQ==", "+/+/", reference]) expect(shown(data)).toEqual(image(data));
  expect(shown("QUJD\nREVG\r\n")).toEqual(image("QUJDREVG"));
  const hostile = [
    "QUJD\x1b\\\x1b]52;c;UFdORUQ=\x07",
    "Q=U=",
    "QU.D",
    `${reference}\x07`,
    "blob:sha256:short",
    "data:image/png;base64,QUJD",
  ];
  for (const data of hostile) {
    expect(shown(data)).toEqual({ type: "text", text: "[An image was left out: its data is not Base64.]" });
  }
});

test("an entry that lacks what its kind is about is none", () => {
  const bad: Record<string, unknown>[] = [
    { type: "message" },
    { type: "message", message: { role: "user" } },
    { type: "message", message: { role: "assistant", content: "text" } },
    { type: "message", message: { role: "toolResult", content: [] } },
    { type: "message", message: { role: "assistant", content: [{ type: "toolCall", id: "1", name: "x" }] } },
    { type: "compaction", firstKeptEntryId: "a" },
    { type: "custom_message", customType: "c", content: null },
    { type: "context_edit", targetId: "a" },
    { type: "label", label: "l" },
    { type: "usage", usage: {} },
  ];
  for (const body of bad)
    expect(validateEntry({ id: "a", parentId: null, timestamp: "t", ...body } as never)).toBeUndefined();
});

test("a compaction that does not say what it kept has kept nothing", () => {
  const compaction = { type: "compaction", id: "a", parentId: null, timestamp: "t", summary: "s", tokensBefore: 1 };
  expect(validateEntry(compaction as never)).toEqual({ ...compaction, firstKeptEntryId: "a" });
});

test("a header keeps what can be used of it", () => {
  expect(validateHeader({ ...header, cwd: 5, title: null, parentSession: [] } as never)).toEqual({
    ...header,
    cwd: "",
  });
  expect(validateHeader({ ...header, id: "" })).toBeUndefined();
});
