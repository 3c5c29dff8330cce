import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSessionHeader } from "../../src/node/log/read-header.ts";
import { openLog } from "../../src/node/log/session-files.ts";
import { cloneLog } from "../../src/node/sessions/earlier-sessions.ts";
import { listAllSessions } from "../../src/node/sessions/list-sessions.ts";
import type { SessionLog } from "../../src/session/session-log.ts";
import { user } from "../session/messages-for-tests.ts";
import { answer, entry, header } from "../session/store-contract.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const line = (value: object) => `${JSON.stringify(value)}\n`;
const GOOD = [header, entry("a", null), answer("b", "a"), entry("c", "b")].map(line);

test.skipIf(process.platform === "win32")(
  "a pipe, a device and a folder are no sessions, and none is waited for",
  async () => {
    const home = temporaryFolder();
    const folder = join(home, "kept");
    mkdirSync(join(folder, "folder.jsonl"), { recursive: true });
    execFileSync("mkfifo", [join(folder, "pipe.jsonl")]);
    symlinkSync("/dev/zero", join(folder, "device.jsonl"));
    const problem = (name: string) => {
      try {
        return openLog(join(folder, name), undefined, undefined, { home }).getSessionId();
      } catch (error) {
        return (error as Error).message.replace(folder, "");
      }
    };
    expect(["pipe.jsonl", "device.jsonl", "folder.jsonl"].map(problem)).toEqual([
      "/pipe.jsonl is a pipe or a device, and no session.",
      "/device.jsonl is a pipe or a device, and no session.",
      "/folder.jsonl is a folder, and no session.",
    ]);
    expect(readSessionHeader(join(folder, "pipe.jsonl"))).toBeUndefined();
    expect(await listAllSessions(folder)).toEqual([]);
  },
);

describe("damage", () => {
  test("P-SESS-7: a torn last line is left out, kept aside, and the next entry starts on a line of its own", () => {
    const path = write(GOOD.join("") + GOOD[3]?.slice(0, 40));
    const session = openAt(path);
    expect(ids(session)).toEqual(["a", "b", "c"]);
    expect(codes(session)).toEqual(["torn-line"]);
    expect(readFileSync(aside(path), "utf8")).toBe(`${GOOD[3]?.slice(0, 40)}\n`);
    const added = session.appendMessage(user("more"));
    session.close();
    const again = openAt(path);
    expect(ids(again)).toEqual(["a", "b", "c", added]);
    expect(codes(again)).toEqual([]);
    expect(statSync(aside(path)).size).toBe(41);
  });

  test("a torn tail and torn lines in the middle are told of once, whoever opens the file and however often", () => {
    const [tail, middle] = [GOOD[3]?.slice(0, 40) as string, GOOD[2]?.slice(0, 33) as string];
    const whole = [...GOOD.slice(0, 2), `${middle}\n`, GOOD[2], `${middle.slice(0, 20)}${GOOD[3]}`, tail].join("");
    const path = write(whole);
    const home = temporaryFolder();
    const open = () => openAt(path, home);
    const first = open();
    expect([ids(first), codes(first)]).toEqual([
      ["a", "b", "c"],
      ["damaged-line", "damaged-line", "torn-line"],
    ]);
    first.close();
    expect(readFileSync(aside(path), "utf8").split("\n")).toEqual([middle, middle.slice(0, 20), tail, ""]);
    expect(readFileSync(path, "utf8")).toBe(whole);
    const second = open();
    expect(codes(second)).toEqual([]);
    const added = second.appendMessage(user("more"));
    second.close();
    expect(readFileSync(path, "utf8").startsWith(`${whole}\n{`)).toBe(true);
    const third = open();
    expect([ids(third), codes(third)]).toEqual([["a", "b", "c", added], []]);
    third.close();
    const elsewhere = openAt(path, temporaryFolder());
    expect(codes(elsewhere)).toEqual([]);
    elsewhere.close();
    expect(readFileSync(aside(path), "utf8").split("\n")).toHaveLength(4);
  });

  test("a file that must not be written is told of once as well, and nothing is put beside it", () => {
    const path = write(
      [line({ ...header, version: 4 }), ...GOOD.slice(1, 3), "{ no JSON\n", GOOD[3]?.slice(0, 40)].join(""),
    );
    const bytes = readFileSync(path);
    const home = temporaryFolder();
    const open = () => openAt(path, home);
    expect(codes(open())).toEqual(["future-version", "damaged-line", "torn-line"]);
    expect(codes(open())).toEqual(["future-version"]);
    expect([existsSync(aside(path)), readFileSync(path)]).toEqual([false, bytes]);
    // Once it may be written, the copy lies where it is looked for; that is no news.
    writeFileSync(path, [line(header), bytes.subarray(bytes.indexOf(10) + 1).toString()].join(""));
    const writer = open();
    expect([codes(writer), readFileSync(aside(path), "utf8")]).toEqual([[], `{ no JSON\n${GOOD[3]?.slice(0, 40)}\n`]);
    writer.close();
  });

  test("a fork tells of the damage that nobody has been told of", () => {
    const path = write([GOOD[0], GOOD[1], "{ this is no JSON\n", GOOD[2]].join(""));
    const folder = temporaryFolder();
    const fork = () => cloneLog(path, "/other", folder, { home: folder });
    expect([codes(fork()), codes(fork())]).toEqual([["damaged-line"], []]);
  });

  test("a migration tells of the lines it had to leave behind", () => {
    const old = [line({ ...header, version: 1 }), line({ type: "message", message: user("u") }), "{ no JSON\n"];
    const path = write(old.join(""));
    const open = () => openAt(path);
    const first = open();
    expect([codes(first), readFileSync(aside(path), "utf8")]).toEqual([["migrated", "damaged-line"], "{ no JSON\n"]);
    first.close();
    expect(codes(open())).toEqual([]);
  });

  test("of a large file too: damage that shows when the entry is read is told of once", () => {
    const bad = `${line(entry("bad", "c")).slice(0, -4)}]}\n`;
    const filler = entry("filler", "bad", { message: user("x".repeat(600_000)) } as never);
    const path = write([...GOOD, bad, line(filler)].join(""));
    const home = temporaryFolder();
    const read = () => {
      const session = openLog(path, undefined, undefined, { home });
      expect(session.getBranch().map(({ id }) => id)).toEqual(["a", "b", "c", "filler"]);
      session.getBranch();
      session.close();
      return codes(session);
    };
    expect([read(), read()]).toEqual([["damaged-line"], []]);
    expect(readFileSync(aside(path), "utf8")).toBe(bad);
  });

  test("a last line that only lacks its newline is an entry", () => {
    const path = write(GOOD.join("").trimEnd());
    const session = openAt(path);
    expect([ids(session), codes(session)]).toEqual([["a", "b", "c"], []]);
    session.appendMessage(user("more"));
    session.close();
    expect(openAt(path).getEntryCount()).toBe(4);
  });

  test("P-SESS-8, R50: a bad line in the middle is left out and the conversation before it is not lost", () => {
    const path = write([GOOD[0], GOOD[1], "{ this is no JSON\n", GOOD[3]].join(""));
    const session = openAt(path);
    expect(codes(session)).toEqual(["damaged-line"]);
    expect(session.getBranch().map(({ id }) => id)).toEqual(["a", "c"]);
    expect(readFileSync(aside(path), "utf8")).toBe("{ this is no JSON\n");
    const folder = temporaryFolder();
    const fork = cloneLog(path, "/other", folder, { home: folder });
    expect([fork.getBranch().map(({ id, parentId }) => [id, parentId]), fork.getDiagnostics()]).toEqual([
      [
        ["a", null],
        ["c", "a"],
      ],
      [],
    ]);
  });

  test("two entries in one line: the second is read, whether the file is small or large", () => {
    const torn = line(entry("torn", "b")).slice(0, 60);
    const content = [{ type: "text", text: '{"type":"no entry"' }];
    const second = entry("second", "b", { message: { role: "user", content, timestamp: 1 } } as never);
    const rest = [line(second), line(entry("third", "second"))];
    const filler = entry("filler", "third", { message: user("x".repeat(600_000)) } as never);
    for (const more of ["", line(filler)]) {
      const path = write([...GOOD.slice(0, 3), torn, ...rest, more].join(""));
      const session = openAt(path, temporaryFolder());
      const branch = ["a", "b", "second", "third", ...(more === "" ? [] : ["filler"])];
      expect([session.getBranch().map(({ id }) => id), codes(session)]).toEqual([branch, ["damaged-line"]]);
      expect(session.getEntry("second")).toEqual(second);
      expect(readFileSync(aside(path), "utf8")).toBe(`${torn}\n`);
      session.close();
    }
  });

  test("where no copy can be made, what can be read loads all the same, and it says so", () => {
    const path = write([GOOD[0], GOOD[1], "{ this is no JSON\n", GOOD[3]].join(""));
    mkdirSync(aside(path));
    const session = openAt(path);
    expect([ids(session), codes(session), session.getReadOnlyReason()]).toEqual([
      ["a", "c"],
      ["damaged-line"],
      undefined,
    ]);
    expect(session.getDiagnostics()[0]?.message).toContain("Could not copy what cannot be read");
    session.close();
  });

  test("an old file is not rewritten where that would lose a line that has no copy", () => {
    const old = [line({ ...header, version: 1 }), line({ type: "message", message: user("u") }), "{ no JSON\n"];
    const path = write(old.join(""));
    mkdirSync(aside(path));
    const session = openAt(path);
    expect([session.getEntryCount(), session.getReadOnlyReason()?.code]).toEqual([1, "io"]);
    expect(readFileSync(path, "utf8")).toBe(old.join(""));
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test("a header that has lost its version does not make a list of a tree", () => {
    for (const version of [undefined, 1, "3"]) {
      const tree = [line({ ...header, version }), ...GOOD.slice(1), line(entry("d", "a"))].join("");
      const path = write(tree);
      const session = openAt(path);
      expect([session.getBranch("c").length, session.getBranch().map(({ id }) => id)]).toEqual([3, ["a", "d"]]);
      expect([codes(session), readFileSync(path, "utf8")]).toEqual([[], tree]);
      session.close();
    }
  });

  test("CRLF, blank lines and a byte order mark do not matter", () => {
    const session = openAt(write(`\uFEFF${GOOD.join("\n").replaceAll("\n", "\r\n")}`));
    expect([ids(session), codes(session)]).toEqual([["a", "b", "c"], []]);
  });

  test("a missing parent makes a root, a circle and a duplicate are reported, all entries load", () => {
    const session = openAt(
      write(
        [header, entry("x", "nowhere"), entry("p", "q"), entry("q", "p"), entry("q", "x"), entry("z", "z")]
          .map(line)
          .join(""),
      ),
    );
    expect(ids(session)).toEqual(["x", "p", "q", "q", "z"]);
    expect(codes(session)).toEqual(["duplicate-id", "missing-parent", "missing-parent", "missing-parent"]);
    expect(session.getTree().map(({ entry: { id } }) => id)).toEqual(["x", "p", "z"]);
    expect(session.getBranch().map(({ id }) => id)).toEqual(["z"]);
  });

  test("R51 is not taken: a line of ten megabytes is an entry like any other, and no text is cut", () => {
    const long = entry("long", "c", { message: user("x".repeat(10 << 20)) } as never);
    const path = write(GOOD.join("") + line(long) + line(entry("after", "long")));
    const session = openAt(path, temporaryFolder());
    expect([ids(session), codes(session)]).toEqual([["a", "b", "c", "long", "after"], []]);
    expect(session.getEntry("long")).toEqual(long);
  });

  test("a newer version can be read and is never written", () => {
    const path = write([line({ ...header, version: 4 }), ...GOOD.slice(1)].join(""));
    const bytes = readFileSync(path);
    const session = openAt(path);
    expect([ids(session), codes(session)]).toEqual([["a", "b", "c"], ["future-version"]]);
    expect(() => session.appendMessage(user("x"))).toThrow(expect.objectContaining({ code: "future-version" }));
    expect(readFileSync(path)).toEqual(bytes);
    expect(cloneLog(path, "/other", temporaryFolder()).getEntryCount()).toBe(3);
  });

  test("R49 is not taken: without a header what is left can be read, and forked; nothing is replaced", () => {
    const path = write(`garbage\n${GOOD.slice(1).join("")}`);
    const session = openAt(path);
    expect([ids(session), codes(session)]).toEqual([
      ["a", "b", "c"],
      ["no-header", "damaged-line"],
    ]);
    expect(() => session.appendMessage(user("x"))).toThrow(expect.objectContaining({ code: "not-a-session" }));
    expect(existsSync(aside(path))).toBe(false);
    expect(session.getDiagnostics().at(-1)?.message).toContain("it stays where it is");
  });

  test("bytes that hold no session are refused and stay as they are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 500 }), (bytes) => {
        const path = write(bytes);
        expect(() => openAt(path)).toThrow(expect.objectContaining({ code: "not-a-session" }));
        expect(new Uint8Array(readFileSync(path))).toEqual(bytes);
      }),
      { numRuns: 50 },
    );
  });

  test("cut anywhere, a file opens with the entries that are whole, and goes on", () => {
    const whole = Buffer.from(GOOD.join(""));
    const first = GOOD[0]?.length as number;
    for (let cut = first; cut <= whole.length; cut++) {
      const path = write(whole.subarray(0, cut));
      const complete = whole.subarray(0, cut).toString().split("\n").slice(1).filter(isWhole);
      const session = openAt(path);
      expect(session.getEntries()).toEqual(complete.map((text) => JSON.parse(text)));
      session.appendMessage(user("more"));
      session.close();
      expect(openAt(path).getEntries()).toEqual(session.getEntries());
    }
  });

  test("another program's lines are taken in before our own", () => {
    const path = write(GOOD.join(""));
    const session = openAt(path);
    appendFileSync(path, line(entry("foreign", "c")));
    const added = session.appendMessage(user("ours"));
    expect(ids(session)).toEqual(["a", "b", "c", "foreign", added]);
    expect(session.getEntry(added)?.parentId).toBe("c");
  });
});

function isWhole(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

function openAt(path: string, home = join(dirname(path), "home")): SessionLog {
  return openLog(path, undefined, undefined, { home });
}

function write(content: string | Uint8Array): string {
  const path = join(temporaryFolder(), "session.jsonl");
  writeFileSync(path, content);
  return path;
}

function aside(path: string): string {
  return path.replace(".jsonl", ".damaged");
}

function ids(session: SessionLog): string[] {
  return session.getEntries().map(({ id }) => id);
}

function codes(session: SessionLog): string[] {
  return session.getDiagnostics().map(({ code }) => code);
}
