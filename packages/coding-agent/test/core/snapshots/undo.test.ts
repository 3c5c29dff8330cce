import { fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readdirSync, rmSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ToolResultMessage } from "@tau/ai";
import { expect, test } from "vitest";
import { navigationTarget } from "../../../src/core/session/replace/tree-navigation.ts";
import { collectSnapshots } from "../../../src/core/snapshots/collect.ts";
import { recordedRuns } from "../../../src/core/snapshots/run-history.ts";
import { ANSWER, recordedFolder } from "./recorded-folder.ts";

const LINES = ["one", "two", "three", "four", "five", "six", "seven", ""].join("\n");

test("K3: what the user changed meanwhile stays: in other files, in other lines of the same file", async () => {
  const { write, read, session } = await recordedFolder();
  write("shared", LINES);
  write("own", "1");
  const { run, undo, redo } = session();
  await run("change", () => write("shared", LINES.replace("two", "TWO")));
  write("shared", read("shared").replace("six", "SIX"));
  write("own", "2");
  write("new", "of the user");
  expect((await undo()).files).toEqual(["shared"]);
  expect(read("shared")).toBe(LINES.replace("six", "SIX"));
  expect([read("own"), read("new")]).toEqual(["2", "of the user"]);
  await redo();
  expect(read("shared")).toBe(LINES.replace("two", "TWO").replace("six", "SIX"));
});

test("K3: a file that only its owner could read comes back as one", async () => {
  const { write, read, cwd, session } = await recordedFolder();
  for (const name of ["key", "plain"]) write(name, name);
  chmodSync(join(cwd, "key"), 0o600);
  const { run, undo } = session();
  await run("delete", () => {
    for (const name of ["key", "plain"]) unlinkSync(join(cwd, name));
  });
  await undo();
  expect([read("key"), read("plain")]).toEqual(["key", "plain"]);
  expect(statSync(join(cwd, "key")).mode & 0o777).toBe(0o600);
  expect(statSync(join(cwd, "plain")).mode & 0o777).toBe(0o666 & ~process.umask());
});

test("K3: a conflict stops all of it and is named; the other files can be undone without it", async () => {
  const { write, read, files, cwd, session } = await recordedFolder();
  write("clash", LINES);
  write("plain", "1");
  write("deleted", "1");
  const { run, undo } = session();
  await run("change", () => {
    write("clash", LINES.replace("two", "TWO"));
    write("plain", "2");
    write("deleted", "2");
    write("made", "by the run");
  });
  write("clash", LINES.replace("two", "zwei"));
  write("made", "by the run, then by the user");
  unlinkSync(join(cwd, "deleted"));
  const before = files();
  const stopped = await undo();
  expect(stopped.isDone).toBe(false);
  expect(stopped.conflicts.map(({ path }) => path).sort()).toEqual(["clash", "deleted", "made"]);
  expect(files()).toEqual(before);
  expect((await undo({ skipConflicts: true })).files).toEqual(["plain"]);
  expect([read("plain"), read("clash")]).toEqual(["1", LINES.replace("two", "zwei")]);
});

test("K3: undo and redo in chains, files alone and together with the conversation", async () => {
  const { write, read, session } = await recordedFolder();
  write("file", "0");
  const { run, undo, redo, log } = session();
  for (const at of ["1", "2", "3"]) await run(`to ${at}`, () => write("file", at));
  await undo();
  await undo();
  expect(read("file")).toBe("1");
  await redo();
  expect(read("file")).toBe("2");
  await redo();
  expect(read("file")).toBe("3");
  await expect(redo()).rejects.toThrow("nothing to redo");

  const both = { scope: "both" } as const;
  expect((await undo(both)).editorText).toBe("to 3");
  expect((await undo(both)).editorText).toBe("to 2");
  expect([read("file"), log.buildSessionContext().messages.length]).toEqual(["1", 2]);
  await redo();
  await redo();
  expect([read("file"), log.buildSessionContext().messages.length]).toEqual(["3", 6]);
});

test("K3: other places of the tree: files go there and back, and edits between the runs stay", async () => {
  const { write, read, session } = await recordedFolder();
  write("a", "0");
  const { run, snapshots, log } = session();
  await run("first", () => write("a", "1"));
  const early = log.getLeafId();
  write("between", "of the user");
  await run("second", () => write("b", "made"));
  const late = log.getLeafId();
  await snapshots.goTo(early);
  expect([read("a"), read("between")]).toEqual(["1", "of the user"]);
  expect(() => read("b")).toThrow("ENOENT");
  log.branch(early ?? "");
  await snapshots.goTo(late);
  expect(read("b")).toBe("made");
});

test("K3: a place in the middle of a run: what the run did later goes, what it did before stays", async () => {
  const { write, files, session } = await recordedFolder();
  write("a", "0");
  const { log, snapshots, undo } = session();
  log.appendMessage({ role: "user", content: "go", timestamp: 0 });
  const states = [files()];
  const places: (string | null)[] = [log.getLeafId()];
  for (const name of ["a", "b"]) {
    await snapshots.beforeChange([]);
    write(name, "by the run");
    await snapshots.afterChange();
    places.push(log.getLeafId());
    states.push(files());
  }
  await snapshots.afterRun();
  const end = log.getLeafId();
  for (const [at, place] of places.entries()) {
    expect(snapshots.hasRunsUntil(place)).toBe(at < 2);
    await snapshots.goTo(place);
    expect(files()).toEqual(states[at]);
    log.branch(place ?? "");
    await snapshots.goTo(end);
    expect(files()).toEqual(states[2]);
    log.branch(end ?? "");
  }
  await snapshots.goTo(places[1] ?? null, { isAlone: true });
  expect((await undo()).files).toEqual(["a"]);
  expect(files()).toEqual(states[0]);
});

test("K3: /diff shows the last run, or all of them", async () => {
  const { write, session } = await recordedFolder();
  write("a", "old\n");
  const { run, snapshots } = session();
  await run("first", () => write("a", "new\n"));
  await run("second", () => write("b", "made\n"));
  expect(await snapshots.diff("turn")).toContain("+made");
  expect(await snapshots.diff("turn")).not.toContain("+new");
  expect(await snapshots.diff("session")).toMatch(/-old\n\+new[\s\S]*\+made/);
});

test("K3: two sessions in one folder: each undoes its own", async () => {
  const { write, read, session } = await recordedFolder();
  write("a", "0");
  write("b", "0");
  const [one, two] = [session(), session()];
  await Promise.all([one.run("look", () => undefined), two.run("look", () => undefined)]);
  await one.run("a", () => write("a", "1"));
  await two.run("b", () => write("b", "1"));
  await one.undo();
  expect([read("a"), read("b")]).toEqual(["0", "1"]);
  await two.undo();
  expect(read("b")).toBe("0");
});

test("K3: a restore that is killed in the middle is completed by the next program", async () => {
  const { write, files, cwd, agentDir, session } = await recordedFolder();
  for (const name of ["a", "b", "c", "d"]) write(name, `old ${name}`);
  const before = files();
  const { run, log } = session();
  await run("change", () => {
    for (const name of ["a", "b", "c", "d"]) write(name, `new ${name}`);
  });
  const script = fileURLToPath(new URL("killed-restore.ts", import.meta.url));
  const [recorded] = recordedRuns(log.getBranch());
  const child = fork(script, [cwd, agentDir, JSON.stringify(recorded)], { execArgv: ["--conditions=@tau/source"] });
  await once(child, "exit");
  expect(child.signalCode).toBe("SIGKILL");
  const half = files();
  expect([half.a, half.d]).toEqual(["644 old a", "644 new d"]);
  await session().run("another program", () => undefined);
  expect(files()).toEqual(before);
});

test("K3: what was recorded goes with the session", async () => {
  const { write, agentDir, session } = await recordedFolder();
  write("a", "0");
  const { run, log } = session();
  await run("change", () => write("a", "1"));
  const [store = ""] = readdirSync(join(agentDir, "snapshots"));
  expect(await collectSnapshots(agentDir, { isThere: (id) => id === log.getSessionId() })).toBe(0);
  expect(existsSync(join(agentDir, "snapshots", store, "refs/tau"))).toBe(true);
  rmSync(log.getSessionFile() ?? "", { force: true });
  expect(await collectSnapshots(agentDir, { isThere: () => false })).toBe(1);
  expect(readdirSync(join(agentDir, "snapshots", store))).not.toContain("objects");
});

test("K3: at a result or an answer, files are as its call left them, although that is recorded later", async () => {
  const { write, read, session } = await recordedFolder();
  write("a", "0");
  const { log, snapshots, undo } = session();
  log.appendMessage({ role: "user", content: "go", timestamp: 0 });
  await snapshots.beforeChange([]);
  write("a", "1");
  const result = log.appendMessage(resultOf("1"));
  const answer = log.appendMessage(ANSWER);
  await snapshots.afterChange();
  await snapshots.afterRun();
  log.appendMessage({ role: "user", content: "again", timestamp: 0 });
  await snapshots.beforeChange([]);
  write("a", "2");
  await snapshots.afterChange();
  await snapshots.afterRun();
  const end = log.getLeafId();
  for (const place of [result, answer]) {
    expect(snapshots.hasRunsUntil(place)).toBe(true);
    await snapshots.goTo(place);
    expect(read("a")).toBe("1");
    log.branch(place);
    await snapshots.goTo(end);
    log.branch(end ?? "");
  }
  await snapshots.goTo(answer);
  log.branch(navigationTarget(log, answer).leafId ?? "");
  expect((await undo()).files).toEqual(["a"]);
  expect(read("a")).toBe("0");
});

function resultOf(text: string): ToolResultMessage {
  const content = [{ type: "text" as const, text }];
  return { role: "toolResult", toolCallId: text, toolName: "bash", content, isError: false, timestamp: 0 };
}
