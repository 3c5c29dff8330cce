import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { IndexCache } from "../../../src/node/index/session-index.ts";
import { createLog, openLog } from "../../../src/node/log/session-files.ts";
import { listSessions } from "../../../src/node/sessions/list-sessions.ts";
import { assistant, user } from "../../session/messages-for-tests.ts";
import { temporaryFolder } from "../temporary-folder.ts";

test("a large session reads the same with an index as without, and what was appended since is there", () => {
  const { path, home, open } = largeSession();
  expect(indexes(home)).toHaveLength(1);
  const indexed = open();
  const added = indexed.appendMessage(user("since the index"));
  indexed.close();
  const again = open();
  const fresh = open(temporaryFolder());
  expect(again.getEntries()).toEqual(fresh.getEntries());
  expect(again.getTree()).toEqual(fresh.getTree());
  expect(again.buildSessionContext()).toEqual(fresh.buildSessionContext());
  expect([again.getLeafId(), again.getEntry(added)?.parentId]).toEqual([added, fresh.getEntry(added)?.parentId]);
  expect(again.getSessionName()).toBe("Large");
  const beside = readdirSync(dirname(path)).filter((name) => !name.endsWith(".lock"));
  expect(beside.sort()).toEqual([basename(path), "drafts"]);
});

test("an index of a file that was replaced or edited is not believed", () => {
  const { path, open } = largeSession();
  const text = readFileSync(path, "utf8");
  const edited = text.replaceAll("filler", "Filler");
  writeFileSync(`${path}.new`, edited);
  renameSync(`${path}.new`, path);
  expect(open().getBranch()[5]).toMatchObject({ message: { content: expect.stringContaining("Filler") } });
  writeFileSync(path, text.slice(0, text.indexOf("\n", 600_000) + 1));
  expect(open().getEntryCount()).toBe(text.slice(0, text.indexOf("\n", 600_000)).split("\n").length - 1);
});

test("a damaged index is the same as none", () => {
  const { home, open } = largeSession();
  const [name] = indexes(home);
  const file = join(home, "cache/index", name as string);
  const whole = readFileSync(file);
  for (const content of [Buffer.from("nonsense"), whole.subarray(0, whole.length >> 1), Buffer.alloc(0)]) {
    writeFileSync(file, content);
    expect(open().getEntryCount()).toBe(303);
  }
});

test("an index that cannot be read is the same as none, for the session and for a list", async () => {
  const { home, path, open } = largeSession();
  const [name] = indexes(home);
  const file = join(home, "cache/index", name as string);
  rmSync(file);
  mkdirSync(file);
  expect(open().getEntryCount()).toBe(303);
  const index = new IndexCache(join(home, "cache/index"));
  expect(await listSessions([dirname(path)], { index })).toMatchObject([{ path, name: "Large", messageCount: 301 }]);
});

test("damage that could not be set aside is reported until it can, also where the index knows the file", () => {
  const { path, open } = largeSession();
  const aside = path.replace(".jsonl", ".damaged");
  appendFileSync(path, '{"type":"message","id":"\n');
  for (let turn = 0; turn < 200; turn++) appendFileSync(path, lineOf(`x${turn}`));
  mkdirSync(aside);
  const look = () => {
    const session = open();
    session.close();
    return [session.getEntryCount(), ...session.getDiagnostics().map(({ code }) => code)];
  };
  expect([look(), look()]).toEqual([
    [503, "damaged-line"],
    [503, "damaged-line"],
  ]);
  rmdirSync(aside);
  expect([look(), look(), readFileSync(aside, "utf8")]).toEqual([
    [503, "damaged-line"],
    [503],
    '{"type":"message","id":"\n',
  ]);
});

test("an entry that proves unreadable when it is asked for is reported and passed over", () => {
  const { path, open } = largeSession();
  const text = readFileSync(path, "utf8");
  const broken = text.replace(/"content":"100 filler/, '"content":\\100 filler');
  writeFileSync(path, broken);
  const session = open();
  expect(session.getDiagnostics()).toEqual([]);
  expect(session.getBranch()).toHaveLength(302);
  expect(session.getDiagnostics().map(({ code }) => code)).toEqual(["damaged-line"]);
  expect(session.getTree()).toHaveLength(1);
  expect(existsSync(path.replace(".jsonl", ".damaged"))).toBe(true);
});

test("a context after a compaction reads nothing before what was kept", () => {
  const { path, open } = largeSession();
  const session = open();
  const kept = session.appendMessage(user("kept"));
  session.appendCompaction("summary", kept, 1000);
  session.close();
  const size = statSync(path).size;
  const bytes = readFileSync(path);
  bytes.fill("#", 10_000, 500_000);
  const again = open();
  writeFileSync(path, bytes);
  expect(statSync(path).size).toBe(size);
  expect(again.buildSessionContext().messages.map(({ role }) => role)).toEqual(["compactionSummary", "user"]);
  expect(again.buildSessionContext().thinkingLevel).toBe("high");
});

function largeSession() {
  const home = temporaryFolder();
  const session = createLog("/project", join(home, "mine"), { home });
  session.appendMessage(user("first"));
  session.appendMessage(assistant("answer"));
  session.appendSessionInfo("Large");
  for (let turn = 0; turn < 299; turn++) session.appendMessage(user(`${turn} filler ${"x".repeat(3000)}`));
  session.appendThinkingLevelChange("high");
  session.close();
  const path = session.getSessionFile() as string;
  const open = (at = home) => openLog(path, undefined, undefined, { home: at });
  return { path, home, open };
}

function lineOf(id: string): string {
  const message = user(`${id} ${"y".repeat(3000)}`);
  return `${JSON.stringify({ type: "message", id, parentId: null, timestamp: "2026-01-01T00:00:00.000Z", message })}\n`;
}

function indexes(home: string): string[] {
  return readdirSync(join(home, "cache/index"));
}
