import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { IndexCache } from "../../src/node/index/session-index.ts";
import { createLog, openLog } from "../../src/node/log/session-files.ts";
import { listSessions } from "../../src/node/sessions/list-sessions.ts";
import { temporaryFolder } from "../node/temporary-folder.ts";
import { assistant, user } from "../session/messages-for-tests.ts";

/** What a power cut, a bad disk or another program may leave in place of an index. Required: the same session as without an index. */
const ATTEMPTS: Readonly<Record<string, (index: Buffer) => Buffer>> = {
  "an empty file": () => Buffer.alloc(0),
  null: () => Buffer.from("null\n"),
  "another kind of JSON": () => Buffer.from('[1, "two"]\n'),
  "a head alone": (index) => index.subarray(0, index.indexOf(10) + 1),
  "half of it": (index) => index.subarray(0, index.length >> 1),
  "the columns all zero": (index) => changed(index, (columns) => columns.fill(0)),
  "the columns all ones": (index) => changed(index, (columns) => columns.fill(255)),
  "the columns of noise": (index) => changed(index, noise),
  "one bit of the columns": (index) => changed(index, flipBit),
  "the last page zero": (index) => changed(index, (columns) => columns.fill(0, columns.length - 512)),
  "a digit of the head": (index) =>
    Buffer.from(index.toString("latin1").replace(/"count":(\d)/, '"count":1$1'), "latin1"),
  "a head without fields": () => Buffer.from('{"format":2}\n{"format":3}\n'),
  "more bytes than there should be": (index) => Buffer.concat([index, Buffer.alloc(999, 7)]),
};

test.each(Object.entries(ATTEMPTS))("%s: the session opens whole, and is listed", async (_, spoil) => {
  const { path, home, file } = largeSession();
  const sound = readFileSync(file);
  const open = () => openLog(path, undefined, undefined, { home });
  writeFileSync(file, spoil(sound));
  const session = open();
  expect([session.getEntryCount(), session.buildSessionContext().messages.length]).toEqual([302, 302]);
  session.close();
  writeFileSync(file, spoil(sound));
  const index = new IndexCache(join(home, "cache/index"));
  expect(await listSessions([dirname(path)], { index })).toMatchObject([{ path, messageCount: 302 }]);
  // What was written behind the index must not hang on what the index says.
  appendFileSync(
    path,
    `${JSON.stringify({ ...session.getEntries().at(-1), id: "behind", parentId: session.getLeafId() })}\n`,
  );
  writeFileSync(file, spoil(sound));
  expect(open().buildSessionContext().messages).toHaveLength(303);
});

function largeSession() {
  const home = temporaryFolder();
  const session = createLog("/project", join(home, "mine"), { home });
  session.appendMessage(user("first"));
  session.appendMessage(assistant("answer"));
  for (let turn = 0; turn < 300; turn++) session.appendMessage(user(`${turn} ${"x".repeat(2000)}`));
  session.close();
  const folder = join(home, "cache/index");
  const [name = ""] = readdirSync(folder);
  return { path: session.getSessionFile() as string, home, file: join(folder, name) };
}

function changed(index: Buffer, change: (columns: Buffer) => void): Buffer {
  const copy = Buffer.from(index);
  change(copy.subarray(copy.indexOf(10) + 1));
  return copy;
}

function flipBit(columns: Buffer): void {
  const at = columns.length >> 1;
  columns[at] = (columns[at] ?? 0) ^ 4;
}

function noise(columns: Buffer): void {
  let state = 1;
  for (let at = 0; at < columns.length; at++) {
    state = Math.imul(state, 1_103_515_245) + 12_345;
    columns[at] = state >>> 24;
  }
}
