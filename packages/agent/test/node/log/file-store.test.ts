import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { FileSessionStore } from "../../../src/node/log/file-store.ts";
import { answer, describeStore, entry, header } from "../../session/store-contract.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const NAME = "2026-01-02T03-04-05-006Z_session-1.jsonl";

function fileStore(folder = temporaryFolder()) {
  return new FileSessionStore(join(folder, "mine"), "/project", { home: folder });
}

describe("sessions in files", () => {
  describeStore(fileStore);

  test("P-SESS-4, R46: before the first answer there is a draft, and no session file", () => {
    const folder = temporaryFolder();
    const log = fileStore(folder).create({ header });
    log.append(entry("s", null, { type: "thinking_level_change", thinkingLevel: "high" }));
    expect(existsSync(join(folder, "mine"))).toBe(false);
    log.append(entry("a", "s"));
    expect(readdirSync(join(folder, "mine"))).toEqual(["drafts"]);
    const draft = join(folder, "mine/drafts/session-1.jsonl");
    expect(linesOf(draft).map((line) => line.id)).toEqual(["session-1", "s", "a"]);
    expect(statSync(draft).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "mine")).mode & 0o777).toBe(0o700);
  });

  test("P-SESS-5, P-SESS-6, R46: the first answer moves the draft; each entry is one line, on disk at once", () => {
    const folder = temporaryFolder();
    const path = join(folder, "mine", NAME);
    const log = fileStore(folder).create({ header });
    expect(log.path).toBe(path);
    log.append(entry("a", null));
    log.append(answer("b", "a"));
    expect(linesOf(path)).toEqual([header, entry("a", null), answer("b", "a")]);
    expect(readdirSync(join(folder, "mine/drafts"))).toEqual([]);
    log.append(entry("c", "b"));
    expect(linesOf(path).map((line) => line.id)).toEqual(["session-1", "a", "b", "c"]);
    log.close();
    expect(readdirSync(join(folder, "mine")).sort()).toEqual([NAME, "drafts"]);
  });

  test("entries that a compaction has summarized leave the memory and are read from the file again", () => {
    const log = fileStore().create({ header });
    const entries = [entry("a", null), answer("b", "a"), entry("c", "b"), answer("d", "c")];
    for (const each of entries) log.append(each);
    const summary = { type: "compaction", summary: "So far.", firstKeptEntryId: "c", tokensBefore: 10 } as const;
    log.append(entry("e", "d", summary));
    const kept = entries.map((each, position) => log.entryAt(position) === each);
    expect(kept).toEqual([false, false, true, true]);
    expect(entries.map((_, position) => log.entryAt(position))).toEqual(entries);
    log.close();
  });

  test("a draft is found by the path its session will have, and by its own", () => {
    const folder = temporaryFolder();
    const path = join(folder, "mine", NAME);
    const first = fileStore(folder).create({ header });
    first.append(entry("a", null));
    first.close();
    for (const file of [path, join(folder, "mine/drafts/session-1.jsonl")]) {
      const again = fileStore(folder).open(file);
      expect([again.path, again.header, again.entryAt(0)]).toEqual([path, header, entry("a", null)]);
      again.close();
    }
  });

  test("a draft whose header names a place outside its folder stays where it is", () => {
    const folder = temporaryFolder();
    const draft = join(folder, "mine/drafts/x.jsonl");
    mkdirSync(dirname(draft), { recursive: true });
    const lines = [{ ...header, id: "../../../escaped" }, entry("a", null), answer("b", "a")];
    writeFileSync(draft, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const log = fileStore(folder).open(draft);
    expect([log.path, log.count, existsSync(draft)]).toEqual([draft, 2, true]);
  });

  test("details that JSON has no form for do not keep an entry out of the log", () => {
    const folder = temporaryFolder();
    const log = fileStore(folder).create({ header });
    const shared = { size: 2n };
    const details: Record<string, unknown> = { shared, again: shared, list: [shared] };
    details.self = details;
    log.append(entry("a", null, { type: "custom", customType: "x", data: details }));
    log.append(answer("b", "a"));
    const size = { size: "2" };
    const data = { shared: size, again: size, list: [size], self: "[circular]" };
    expect(linesOf(log.path as string)[1]).toMatchObject({ id: "a", data });
  });

  test("a path without a file becomes a session there with the first message", () => {
    const folder = temporaryFolder();
    const path = join(folder, "elsewhere", "mine.jsonl");
    const log = fileStore(folder).open(path);
    expect(existsSync(path)).toBe(false);
    log.append(entry("a", null));
    expect(linesOf(path)).toEqual([log.header, entry("a", null)]);
  });

  test("two handles of one process see each other's entries", () => {
    const folder = temporaryFolder();
    const store = fileStore(folder);
    const first = store.create({ header, entries: [entry("a", null), answer("b", "a")] });
    const second = store.open(first.path as string);
    second.append(entry("c", "b"));
    first.append(entry("d", "b"));
    expect([first.positionOf("c"), first.positionOf("d"), second.positionOf("d")]).toEqual([2, 3, -1]);
    second.append(entry("e", "d"));
    expect(second.parentAt(second.positionOf("e"))).toBe(second.positionOf("d"));
  });
});

function linesOf(path: string) {
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}
