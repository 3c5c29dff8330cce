import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { BlobStore } from "../../src/node/blobs/blob-store.ts";
import { createLogAt } from "../../src/node/log/create-log-at.ts";
import { createLog, openLog } from "../../src/node/log/session-files.ts";
import { collectUnused } from "../../src/node/sessions/collect-unused.ts";
import { removeSession } from "../../src/node/sessions/remove-session.ts";
import type { SessionLog } from "../../src/session/session-log.ts";
import { temporaryFolder } from "../node/temporary-folder.ts";
import { assistant, user } from "../session/messages-for-tests.ts";

const LONG_AGO = new Date(Date.now() - 30 * 86_400_000);

/** Who still names an image whose session was deleted. Required: it is deleted only where nobody does. */
const NAMED: readonly (readonly [string, "kept" | "deleted", (home: string) => void])[] = [
  ["nobody", "deleted", () => undefined],
  ["a session of another project", "kept", (home) => write(createLog("/other", undefined, { home }))],
  ["a draft", "kept", (home) => void createLog("/other", undefined, { home }).appendMessage(picture())],
  ["a session in a folder of its own", "kept", (home) => write(createLog("/other", join(home, "apart"), { home }))],
  ["a session file anywhere", "kept", (home) => write(openLog(join(home, "x.jsonl"), undefined, "/o", { home }))],
  ["a session file by any name", "kept", (home) => write(openLog(join(home, "notes"), undefined, "/o", { home }))],
  ["a child of a session", "kept", (home) => write(createLogAt(join(project(home), "s", "c.jsonl"), "/o", { home }))],
  ["a session moved away and opened there", "kept", moveAndOpen],
  [
    "a line that cannot be read",
    "kept",
    (home) => writeFileSync(join(project(home), "x.jsonl"), `torn "${reference()}`),
  ],
  ["a reference across the end of a reading", "kept", writeAcross],
  ["a place that is not there now", "kept", (home) => writeFileSync(join(home, "session-places"), "/mnt/nowhere\n")],
  ["a session that asks for it again just now", "kept", (home) => void new BlobStore(join(home, "blobs")).put(BYTES)],
];

describe("an image whose session was deleted, named by", () => {
  test.each(NAMED)("%s: %s", async (_, outcome, prepare) => {
    const home = temporaryFolder();
    const first = createLog("/project", undefined, { home });
    write(first);
    await removeSession(first.getSessionFile() as string);
    const [name = ""] = readdirSync(join(home, "blobs"));
    const blob = join(home, "blobs", name);
    const isTouching = _.includes("just now");
    if (!isTouching) prepare(home);
    utimesSync(blob, LONG_AGO, LONG_AGO);
    if (isTouching) prepare(home);
    const collected = collectUnused(home);
    expect([collected.blobs, existsSync(blob)]).toEqual(outcome === "kept" ? [0, true] : [1, false]);
    if (_.includes("not there now")) expect(collected.keptBlobs).toContain("/mnt/nowhere");
  });

  test("nobody, but young: it stays, since a session may be about to name it", () => {
    const home = temporaryFolder();
    new BlobStore(join(home, "blobs")).put(BYTES);
    expect(collectUnused(home)).toEqual({ blobs: 0, unfinished: 0, bytes: 0 });
  });
});

test("what killed programs left half-written goes, what looks like it and is something else stays", () => {
  const home = temporaryFolder();
  const left = [
    "blobs/abc.12.x7.tmp",
    "cache/index/0123.12.tmp",
    "sessions/--p--/x.jsonl.12.tmp",
    "sessions/--p--/x/queue.json.12.tmp",
  ];
  const kept = ["sessions/--p--/x.jsonl", "sessions/--p--/notes.tmp", "blobs/young.12.x7.tmp"];
  for (const name of [...left, ...kept]) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), "text");
    if (!name.includes("young")) utimesSync(join(home, name), LONG_AGO, LONG_AGO);
  }
  symlinkSync(join(home, "sessions/--p--/x.jsonl"), join(home, "sessions/--p--/link.12.tmp"));
  expect(collectUnused(home)).toEqual({ blobs: 0, unfinished: 4, bytes: 16 });
  expect([...left, ...kept].map((name) => existsSync(join(home, name)))).toEqual([
    ...left.map(() => false),
    ...kept.map(() => true),
  ]);
});

describe("a blob that a power cut left without its content", () => {
  test.each([
    ["empty", Buffer.alloc(0)],
    ["zeros of the same size", Buffer.alloc(2000)],
  ])("%s: told as gone, and written anew when it comes again", (_, content) => {
    const home = temporaryFolder();
    const session = createLog("/project", join(home, "mine"), { home });
    write(session);
    const [name = ""] = readdirSync(join(home, "blobs"));
    writeFileSync(join(home, "blobs", name), content);
    const again = openLog(session.getSessionFile() as string, undefined, undefined, { home });
    expect(again.getEntries()).toHaveLength(2);
    expect(again.getDiagnostics().map(({ code }) => code)).toEqual(["missing-blob"]);
    again.appendMessage(picture());
    again.close();
    expect(readFileSync(join(home, "blobs", name))).toEqual(BYTES);
  });
});

const BYTES = Buffer.alloc(2000, 7);

function picture() {
  return { ...user(""), content: [{ type: "image" as const, data: BYTES.toString("base64"), mimeType: "image/png" }] };
}

function write(session: SessionLog): void {
  session.appendMessage(picture());
  session.appendMessage(assistant("seen"));
  session.close();
}

function reference(): string {
  return new BlobStore(temporaryFolder()).put(BYTES);
}

function project(home: string): string {
  const folder = join(home, "sessions", "--other--");
  mkdirSync(folder, { recursive: true });
  return folder;
}

function moveAndOpen(home: string): void {
  const session = createLog("/other", undefined, { home });
  write(session);
  const moved = join(home, "moved.jsonl");
  renameSync(session.getSessionFile() as string, moved);
  const opened = openLog(moved, undefined, undefined, { home });
  opened.getEntries();
  opened.close();
  rmSync(`${moved}.lock`, { recursive: true, force: true });
}

function writeAcross(home: string): void {
  const text = reference();
  for (const start of [2 ** 20 - 40, 2 ** 21 - 120])
    writeFileSync(join(project(home), `${start}.jsonl`), " ".repeat(start) + text);
}
