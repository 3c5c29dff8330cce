import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { artifactDirectory, SessionArtifacts } from "../../src/node/blobs/artifacts.ts";
import { appendBeside, openBeside, readBeside, writeBeside } from "../../src/node/blobs/beside-file.ts";
import { openLog } from "../../src/node/log/session-files.ts";
import { cloneLog } from "../../src/node/sessions/earlier-sessions.ts";
import { removeSession } from "../../src/node/sessions/remove-session.ts";
import { temporaryFolder } from "../node/temporary-folder.ts";
import { writeSession } from "../node/writer.ts";
import { user } from "../session/messages-for-tests.ts";

const SECRET = "the user's own text\n";

interface Place {
  /** A file of the user's that the session has no business with. */
  readonly secret: string;
  /** Where something other than a file is put. */
  readonly at: string;
}

/** What may lie in place of a file that came along with a session. */
const THINGS: Readonly<Record<string, (place: Place) => void>> = {
  "a link to another file": ({ secret, at }) => symlinkSync(secret, at),
  "a link to a device without end": ({ at }) => symlinkSync("/dev/zero", at),
  "a pipe": ({ at }) => void execFileSync("mkfifo", [at]),
  "a link to a pipe": ({ secret, at }) => {
    execFileSync("mkfifo", [`${secret}.pipe`]);
    symlinkSync(`${secret}.pipe`, at);
  },
  "a link to itself": ({ at }) => symlinkSync(at, at),
  "a folder": ({ at }) => void mkdirSync(at),
};

describe.runIf(process.platform === "linux").each(Object.entries(THINGS))("%s in place of", (_, put) => {
  test("a file in the session's own folder: not read, not written through", () => {
    const { secret, folder } = place();
    const at = join(folder, "live.journal");
    put({ secret, at });
    expect(readBeside(at)).toBeUndefined();
    expect(() => openBeside(at)).toThrow();
    expect(() => appendBeside(at)).toThrow();
    expect(readFileSync(secret, "utf8")).toBe(SECRET);
  });

  test("a file that is replaced: the thing itself is replaced, or stays; its target does not change", () => {
    const { secret, folder } = place();
    const at = join(folder, "queue.json");
    put({ secret, at });
    try {
      writeBeside(at, "new");
    } catch {
      expect(lstatSync(at).isDirectory()).toBe(true);
    }
    expect(readFileSync(secret, "utf8")).toBe(SECRET);
    expect(lstatSync(at).isSymbolicLink()).toBe(false);
  });

  test("the copies of damaged lines: the session opens, and nothing is written through", () => {
    const { secret, path, home } = place();
    const at = path.replace(/jsonl$/, "damaged");
    put({ secret, at });
    writeFileSync(path, `${readFileSync(path, "utf8")}touch /tmp/injected\n`);
    const session = openLog(path, undefined, undefined, { home });
    expect(session.getEntryCount()).toBe(2);
    expect(session.getDiagnostics().map(({ code }) => code)).toEqual(["damaged-line"]);
    session.close();
    expect(readFileSync(secret, "utf8")).toBe(SECRET);
  });

  test("an output: it is not among the artifacts, and a fork leaves it behind and says so", () => {
    const { secret, path, home, folder } = place();
    writeFileSync(join(folder, "0.bash.log"), "output");
    put({ secret, at: join(folder, "1.bash.log") });
    expect(new SessionArtifacts(folder).list().map(({ id }) => id)).toEqual([0]);
    const fork = cloneLog(path, "/other", join(home, "forks"), { home });
    const copies = artifactDirectory(fork.getSessionFile() as string);
    const isCopied = (name: string) => readdirSync(copies).includes(name) && lstatSync(join(copies, name)).isFile();
    expect([isCopied("0.bash.log"), isCopied("1.bash.log")]).toEqual([true, false]);
    fork.close();
  });

  test("the session's own folder: what it leads to is neither shown nor changed", async () => {
    const { secret, path, folder, home } = place({ withoutFolder: true });
    put({ secret: dirname(secret), at: folder });
    expect(new SessionArtifacts(folder).list()).toEqual([]);
    const before = readdirSync(dirname(secret));
    if (lstatSync(folder).isSymbolicLink()) expect(() => writeBeside(join(folder, "queue.json"), "x")).toThrow();
    cloneLog(path, "/other", join(home, "forks"), { home }).close();
    await removeSession(path);
    expect([readdirSync(dirname(secret)), readFileSync(secret, "utf8")]).toEqual([before, SECRET]);
  });

  test("the lock: the session is not written, and nothing is made or removed elsewhere", () => {
    const { secret, path, home } = place();
    const inside = join(dirname(secret), "1-1");
    writeFileSync(inside, SECRET);
    put({ secret: dirname(secret), at: `${path}.lock` });
    const session = openLog(path, undefined, undefined, { home });
    if (!lstatSync(`${path}.lock`).isDirectory()) {
      expect(session.getReadOnlyReason()).toBeDefined();
      expect(() => session.appendMessage(user("x"))).toThrow();
    }
    session.close();
    expect([readFileSync(inside, "utf8"), session.getEntryCount()]).toEqual([SECRET, 2]);
  });
});

describe("sizes", () => {
  test("a file larger than any that Tau writes is not read", () => {
    const { folder } = place();
    const at = join(folder, "unsent.json");
    writeFileSync(at, "");
    truncateSync(at, 2 ** 36);
    expect(readBeside(at)).toBeUndefined();
  });

  test("copies of damaged lines that are too large are neither read whole nor added to", () => {
    const { path, home } = place();
    const at = path.replace(/jsonl$/, "damaged");
    writeFileSync(at, "");
    truncateSync(at, 2 ** 31);
    writeFileSync(path, `${readFileSync(path, "utf8")}torn\n`);
    const session = openLog(path, undefined, undefined, { home });
    expect(session.getDiagnostics()).toMatchObject([{ message: expect.stringContaining("too large") }]);
    session.close();
    expect(lstatSync(at).size).toBe(2 ** 31);
  });

  test("a fork does not copy outputs without measure, and says what it left", () => {
    const { path, home, folder } = place();
    writeFileSync(join(folder, "0.bash.log"), "");
    truncateSync(join(folder, "0.bash.log"), 2 ** 31);
    writeFileSync(join(folder, "1.bash.log"), "small");
    const fork = cloneLog(path, "/other", join(home, "forks"), { home });
    expect(readdirSync(artifactDirectory(fork.getSessionFile() as string))).toEqual(["1.bash.log"]);
    expect(fork.getDiagnostics()).toMatchObject([{ message: expect.stringContaining("0.bash.log") }]);
    fork.close();
  });
});

/** Names of session files, and the folder that belongs to them: never the file itself, nor the folder it lies in. */
describe("names", () => {
  test.each([
    ["/s/x.jsonl", "/s/x"],
    ["/s/x", "/s/x.files"],
    ["/s/x.json", "/s/x.json.files"],
    ["/s/.jsonl", "/s/.jsonl.files"],
    [".jsonl", ".jsonl.files"],
    ["/s/x.jsonl.jsonl", "/s/x.jsonl"],
  ])("%s has %s", (file, folder) => {
    expect(artifactDirectory(file)).toBe(folder);
  });

  test.each(["session", ".jsonl", "x.txt"])(
    "a session called %s is forked, has outputs and is removed alone",
    async (name) => {
      const { path, home } = place({ withoutFolder: true });
      const file = join(dirname(path), name);
      writeFileSync(file, readFileSync(path));
      const outputs = new SessionArtifacts(artifactDirectory(file));
      writeFileSync(outputs.create("bash").path, "output");
      const fork = cloneLog(file, "/other", join(home, "forks"), { home });
      const copies = artifactDirectory(fork.getSessionFile() as string);
      expect([readdirSync(copies), fork.getDiagnostics()]).toEqual([["0.bash.log"], []]);
      fork.close();
      await removeSession(file);
      expect([existsSync(file), existsSync(outputs.directory), existsSync(path)]).toEqual([false, false, true]);
      expect(basename(path)).toMatch(/jsonl$/);
    },
  );
});

function place({ withoutFolder = false } = {}) {
  const home = temporaryFolder();
  mkdirSync(join(home, "private"));
  const secret = join(home, "private", "secret");
  writeFileSync(secret, SECRET);
  const path = writeSession(join(home, "mine"));
  const folder = artifactDirectory(path);
  if (!withoutFolder) mkdirSync(folder);
  return { home, secret, path, folder };
}
