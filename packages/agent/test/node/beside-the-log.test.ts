import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { startHandoffSession } from "../../src/compaction/handoff.ts";
import { artifactDirectory, SessionArtifacts } from "../../src/node/blobs/artifacts.ts";
import { BlobStore } from "../../src/node/blobs/blob-store.ts";
import { createLog, openLog } from "../../src/node/log/session-files.ts";
import { writeBreadcrumb } from "../../src/node/sessions/breadcrumbs.ts";
import { cloneLog, continueLog } from "../../src/node/sessions/earlier-sessions.ts";
import { moveSession } from "../../src/node/sessions/move-session.ts";
import { readBreadcrumb } from "../../src/node/sessions/read-breadcrumbs.ts";
import { removeSession } from "../../src/node/sessions/remove-session.ts";
import { exportJsonl } from "../../src/session/export-jsonl.ts";
import { SessionLog } from "../../src/session/session-log.ts";
import { assistant, toolResult, user } from "../session/messages-for-tests.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const CWD = "/some/project";
const image = (size: number) => ({
  type: "image" as const,
  data: Buffer.alloc(size, 7).toString("base64"),
  mimeType: "image/png",
});

describe("images", () => {
  const LARGE = image(900);
  const SMALL = image(30);

  test("R53, R55: a large image is kept once, apart, and comes back letter by letter", () => {
    const { home, session } = start();
    session.appendMessage({ ...user(""), content: [LARGE, SMALL] });
    session.appendMessage({ ...toolResult("1", ""), content: [LARGE] });
    session.appendCustomMessageEntry("x", [LARGE], true);
    session.appendMessage(assistant("seen"));
    const path = session.getSessionFile() as string;
    const text = readFileSync(path, "utf8");
    expect(text.match(/"blob:sha256:[0-9a-f]{64}"/g)).toHaveLength(3);
    expect(text).toContain(SMALL.data);
    expect(readdirSync(join(home, "blobs"))).toHaveLength(1);
    expect(readFileSync(join(home, "blobs", readdirSync(join(home, "blobs"))[0] as string))).toEqual(
      Buffer.alloc(900, 7),
    );
    session.close();
    const again = reopen(path, home);
    expect(again.getEntries()).toEqual(session.getEntries());
    expect([...exportJsonl(again)].join("")).not.toContain("blob:");
    expect(
      SessionLog.inMemory(
        "/",
        {},
        [...exportJsonl(again)].map((line) => JSON.parse(line)),
      ).getEntries(),
    ).toEqual(session.getEntries());
  });

  test("an entry of another program opens whatever the depth of its values", () => {
    const { home, session } = start();
    session.appendMessage(user("here"));
    const path = session.getSessionFile() as string;
    const parentId = session.getLeafId() as string;
    session.close();
    const depth = 50_000;
    const nested = `${"[".repeat(depth)}"end"${"]".repeat(depth)}`;
    const entry = {
      type: "custom",
      customType: "deep",
      id: "aaaaaaaa",
      parentId,
      timestamp: new Date(0).toISOString(),
    };
    appendFileSync(path, `${JSON.stringify(entry).slice(0, -1)},"data":${nested}}\n`);
    const again = reopen(path, home);
    expect(again.getEntry("aaaaaaaa")).toMatchObject(entry);
  });

  test("an image that cannot be read leaves its place, and the rest of the session opens", () => {
    const { home, session } = start();
    session.appendMessage({ ...user(""), content: [LARGE] });
    talk(session).close();
    const blob = join(home, "blobs", readdirSync(join(home, "blobs"))[0] as string);
    rmSync(blob);
    mkdirSync(blob);
    const again = reopen(session.getSessionFile() as string, home);
    expect(again.getEntries()).toHaveLength(3);
    expect(again.getDiagnostics().map(({ code }) => code)).toEqual(["missing-blob"]);
  });

  test("what would not come back the same, and what is to stay inline, is not taken out", () => {
    const odd = { ...LARGE, data: `${LARGE.data}\n` };
    const { session, home } = start();
    session.appendMessage({ ...user(""), content: [odd] });
    session.appendMessage(assistant("seen"));
    expect(readFileSync(session.getSessionFile() as string, "utf8")).not.toContain("blob:");
    const inline = createLog(CWD, join(home, "inline"), { home, images: "inline" });
    inline.appendMessage({ ...user(""), content: [LARGE] });
    inline.appendMessage(assistant("seen"));
    expect(readFileSync(inline.getSessionFile() as string, "utf8")).toContain(LARGE.data);
  });

  test("R54: an image that is gone leaves its reference and is reported", () => {
    const { home, session } = start();
    session.appendMessage({ ...user(""), content: [LARGE] });
    session.appendMessage(assistant("seen"));
    session.close();
    rmSync(join(home, "blobs"), { recursive: true });
    const again = reopen(session.getSessionFile() as string, home);
    expect(again.buildSessionContext().messages[0]).toEqual({
      ...user(""),
      content: [{ ...LARGE, data: expect.stringMatching(/^blob:sha256:/) }],
    });
    expect(again.getDiagnostics().map(({ code }) => code)).toEqual(["missing-blob"]);
  });

  test("a reference outside an image block stands for the text that was stored", () => {
    const { home, session } = start();
    session.appendMessage({ ...user(""), content: [LARGE] });
    const url = new BlobStore(join(home, "blobs")).put(Buffer.from("data:image/png;base64,AAAA"));
    session.appendCustomEntry("payload", { url });
    session.appendMessage(assistant("x"));
    session.close();
    const again = reopen(session.getSessionFile() as string, home);
    expect(again.getEntries()[1]).toMatchObject({ data: { url: "data:image/png;base64,AAAA" } });
  });
});

describe("outputs", () => {
  test("R102: numbers go on after the highest there is, and no output is overwritten", () => {
    const { session } = start();
    const artifacts = new SessionArtifacts(artifactDirectory(session.getSessionFile() as string));
    const first = artifacts.create("bash");
    writeFileSync(first.path, "output");
    writeFileSync(join(artifacts.directory, "7.read.log"), "");
    writeFileSync(join(artifacts.directory, "notes.md"), "");
    const next = new SessionArtifacts(artifacts.directory).create("my/tool");
    expect([basename(first.path), basename(next.path), next.id]).toEqual(["0.bash.log", "8.my_tool.log", 8]);
    expect(artifacts.list().map(({ id }) => id)).toEqual([0, 7, 8]);
    expect([artifacts.find(0), artifacts.find(3)]).toEqual([first.path, undefined]);
    expect(statSync(artifacts.directory).mode & 0o777).toBe(0o700);
  });

  test("R63: a fork has its own copy, and a copy that fails is only reported", () => {
    const { home, session } = start();
    talk(session);
    const source = session.getSessionFile() as string;
    writeFileSync(new SessionArtifacts(artifactDirectory(source)).create("bash").path, "output");
    const fork = cloneLog(source, "/other", undefined, { home });
    expect(readFileSync(join(artifactDirectory(fork.getSessionFile() as string), "0.bash.log"), "utf8")).toBe("output");
    const branched = session.fork(session.getLeafId());
    expect(existsSync(join(artifactDirectory(branched.getSessionFile() as string), "0.bash.log"))).toBe(true);
    expect([fork.getDiagnostics(), branched.getDiagnostics()]).toEqual([[], []]);
  });

  test("a fork takes the outputs along, and nothing of what the session is in the middle of", () => {
    const { home, session } = start();
    talk(session);
    const source = artifactDirectory(session.getSessionFile() as string);
    new SessionArtifacts(source).create("bash");
    const live = ["queue.json", "unsent.json", "live.journal", "user-bash-1.running"];
    for (const name of [...live, "user-bash-0.log", "notes.md"]) writeFileSync(join(source, name), "{}");
    const kept = ["0.bash.log", "notes.md", "user-bash-0.log"];
    for (const fork of [session.fork(session.getLeafId()), cloneLog(`${source}.jsonl`, CWD, undefined, { home })])
      expect(readdirSync(artifactDirectory(fork.getSessionFile() as string))).toEqual(kept);
    expect(readdirSync(source)).toEqual([...live, ...kept].sort());
  });
});

test("R93, R94: a handoff begins a new session and leaves every byte of the old one", () => {
  const { session } = start();
  talk(session);
  const old = session.getSessionFile() as string;
  const bytes = readFileSync(old);
  const next = startHandoffSession(session, "what to go on with");
  next.appendMessage(assistant("going on"));
  expect([next.getHeader()?.parentSession, next.getEntryCount()]).toEqual([old, 2]);
  expect(readFileSync(old)).toEqual(bytes);
});

test("a session is removed with all that lies beside it", async () => {
  const { session } = start();
  talk(session);
  const path = session.getSessionFile() as string;
  new SessionArtifacts(artifactDirectory(path)).create("bash");
  writeFileSync(path.replace(/jsonl$/, "damaged"), "a torn line");
  session.close();
  const name = basename(path, ".jsonl");
  const own = () => readdirSync(dirname(path)).filter((file) => file.startsWith(name));
  expect(own()).toEqual([name, `${name}.damaged`, `${name}.jsonl`]);
  await removeSession(path);
  expect(own()).toEqual([]);
});

describe("moving", () => {
  test("R64: the session goes with its outputs, or stays as it was", () => {
    const { home, session } = start();
    talk(session);
    const path = session.getSessionFile() as string;
    new SessionArtifacts(artifactDirectory(path)).create("bash");
    writeFileSync(path.replace(/jsonl$/, "damaged"), "a torn line");
    session.close();
    const target = moveSession(path, join(home, "elsewhere"));
    expect([existsSync(path), reopen(target, home).getEntryCount()]).toEqual([false, 2]);
    expect(readdirSync(artifactDirectory(target))).toEqual(["0.bash.log"]);
    expect(readFileSync(target.replace(/jsonl$/, "damaged"), "utf8")).toBe("a torn line");
    mkdirSync(join(home, "blocked", basename(artifactDirectory(target))), { recursive: true });
    expect(() => moveSession(target, join(home, "blocked"))).toThrow("is there already");
    expect([existsSync(target), readdirSync(join(home, "blocked"))]).toEqual([
      true,
      [basename(artifactDirectory(target))],
    ]);
    expect(moveSession(target, join(home, "elsewhere"))).toBe(target);
  });
});

describe("breadcrumbs", () => {
  test("a place that is not ours to read or write stands in nobody's way", () => {
    const home = temporaryFolder();
    const env = { TERM_SESSION_ID: "t" };
    mkdirSync(join(home, "terminal-sessions", "TERM_SESSION_ID-t"), { recursive: true });
    writeBreadcrumb(home, { cwd: CWD, path: "/x" }, env);
    expect(readBreadcrumb(home, env)).toBeUndefined();
  });

  test("P-SESS-49, R61: a terminal goes on with its own session", () => {
    const { home, session } = start();
    talk(session);
    talk(createLog(CWD, join(home, "mine"), { home })).close();
    const crumb = { cwd: CWD, path: session.getSessionFile() as string };
    const env = { TMUX_PANE: "%3" };
    writeBreadcrumb(home, crumb, env);
    writeBreadcrumb(home, { ...crumb, path: "/other" }, { KITTY_WINDOW_ID: "3" });
    writeBreadcrumb(home, crumb, {});
    expect([readBreadcrumb(home, env), readBreadcrumb(home, { TMUX_PANE: "%4" }), readBreadcrumb(home, {})]).toEqual([
      crumb,
      undefined,
      undefined,
    ]);
    expect(readdirSync(join(home, "terminal-sessions"))).toHaveLength(2);
    const continued = (terminal: NodeJS.ProcessEnv) =>
      continueLog(CWD, join(home, "mine"), { home, env: terminal }).getSessionId();
    expect(continued(env)).toBe(session.getSessionId());
    expect(continued({})).not.toBe(session.getSessionId());
    session.close();
    rmSync(crumb.path);
    expect(continued(env)).toBe(continued({}));
  });

  test("a pane or window whose number was given out again is another terminal", async () => {
    const { home } = start();
    const crumb = { cwd: CWD, path: "/some/session.jsonl" };
    const owner = () => spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
    const [first, second] = [owner(), owner()];
    const terminals = [
      (pid: number | undefined) => ({ TMUX_PANE: "%0", TMUX: `/tmp/odd,name/default,${pid},0` }),
      (pid: number | undefined) => ({ KITTY_WINDOW_ID: "1", KITTY_PID: String(pid) }),
    ];
    for (const terminal of terminals) {
      writeBreadcrumb(home, crumb, terminal(first.pid));
      expect([readBreadcrumb(home, terminal(first.pid)), readBreadcrumb(home, terminal(second.pid))]).toEqual([
        crumb,
        undefined,
      ]);
    }
    const gone = Promise.all([first, second].map((program) => once(program, "exit")));
    first.kill();
    second.kill();
    await gone;
    expect(terminals.map((terminal) => readBreadcrumb(home, terminal(first.pid)))).toEqual([undefined, undefined]);
  });

  test("one that was written before terminals were told apart by their life is no longer followed in a pane", () => {
    const { home } = start();
    mkdirSync(join(home, "terminal-sessions"));
    writeFileSync(join(home, "terminal-sessions", "TMUX_PANE-_0"), `${CWD}\n/some/session.jsonl\n`);
    expect(readBreadcrumb(home, { TMUX_PANE: "%0", TMUX: `/tmp/default,${process.pid},0` })).toBe(undefined);
  });
});

function start() {
  const home = temporaryFolder();
  return { home, session: createLog(CWD, join(home, "mine"), { home }) };
}

function talk(session: SessionLog): SessionLog {
  session.appendMessage(user("question"));
  session.appendMessage(assistant("answer"));
  return session;
}

function reopen(path: string, home: string): SessionLog {
  return openLog(path, undefined, undefined, { home });
}
