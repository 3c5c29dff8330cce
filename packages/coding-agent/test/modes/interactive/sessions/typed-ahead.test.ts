import { expect, test } from "vitest";
import { TypedAhead } from "../../../../src/modes/interactive/sessions/typed-ahead.ts";

function started() {
  const ahead = new TypedAhead();
  const done: string[] = [];
  const note = (text: string) => async () => void done.push(text);
  return { ahead, done, note };
}

test("what has nothing to wait for begins at once", () => {
  const { ahead, done, note } = started();
  void ahead.run({ kind: "replacement" }, note("first"));
  expect(done).toEqual(["first"]);
});

test("a replacement waits until words have reached their session, and what follows until the next one is shown", async () => {
  const { ahead, done, note } = started();
  const words = Promise.withResolvers<() => void>();
  const over = Promise.withResolvers<void>();
  void ahead.run({ kind: "words" }, async (reached) => {
    words.resolve(reached);
    await over.promise;
  });
  void ahead.run({ kind: "replacement", typed: { text: "/new" } }, async () => {
    done.push("replacing");
    await over.promise;
  });
  const after = ahead.run({ kind: "words", typed: { text: "hello" } }, note("said"));
  const shown = ahead.run({ kind: "act", typed: { text: "/session" } }, note("shown"));
  expect([done, ahead.waiting]).toEqual([[], ["/new", "hello", "/session"]]);
  (await words.promise)();
  await new Promise(setImmediate);
  expect([done, ahead.waiting]).toEqual([["replacing"], ["hello", "/session"]]);
  ahead.arrived();
  await Promise.all([after, shown]);
  expect([done.toSorted(), ahead.waiting]).toEqual([["replacing", "said", "shown"], []]);
  over.resolve();
});

test("what is taken back is not sent any more, and comes with its images", async () => {
  const { ahead, done, note } = started();
  const over = Promise.withResolvers<void>();
  const image = { type: "image", data: "", mimeType: "image/png" } as const;
  const replaced = ahead.run({ kind: "replacement" }, () => over.promise);
  const said = ahead.run({ kind: "words", typed: { text: "hello", images: [image] } }, note("said"));
  expect(ahead.takeBack()).toEqual({ steering: ["hello"], followUp: [], images: [image] });
  over.resolve();
  await Promise.all([replaced, said]);
  expect([done, ahead.waiting]).toEqual([[], []]);
});

test("a replacement that an extension never lets happen holds nobody up for long", async () => {
  const { ahead, done, note } = started();
  void ahead.run({ kind: "replacement" }, () => new Promise(() => undefined));
  ahead.leaving();
  await ahead.run({ kind: "words" }, note("said"));
  expect(done).toEqual(["said"]);
});
