import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { BlobStore } from "../../src/node/blobs/blob-store.ts";
import { ImageBlobs } from "../../src/node/blobs/image-blobs.ts";
import { IndexCache } from "../../src/node/index/session-index.ts";
import { DamagedLines } from "../../src/node/lines/damaged-lines.ts";
import { AppendFile } from "../../src/node/log/append-file.ts";
import { FileStorage } from "../../src/node/log/file-storage.ts";
import { LogContents } from "../../src/node/log/log-contents.ts";
import { createLog, openLog } from "../../src/node/log/session-files.ts";
import { SessionPlace } from "../../src/node/sessions/session-place.ts";
import { assistant, user } from "../session/messages-for-tests.ts";
import { answer, entry, header } from "../session/store-contract.ts";
import { bundleProcess } from "./bundle-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const NOBODY = 65534;
const line = (value: object) => `${JSON.stringify(value)}\n`;

describe.runIf(existsSync("/dev/full"))("a full disk", () => {
  test("the write fails at once, by its name, and the file is not changed", () => {
    const file = AppendFile.open("/dev/full", "system");
    expect(() => file.append("line\n", 0)).toThrow(expect.objectContaining({ code: "disk-full" }));
    file.close();
  });

  test("the entry is not in the log", () => {
    const folder = temporaryFolder();
    const log = new FileStorage({
      header,
      place: new SessionPlace("/dev/full", "/dev/full", "system"),
      contents: new LogContents(),
      images: () => new ImageBlobs(new BlobStore(folder)),
      caches: { index: new IndexCache(folder), damagedLines: new DamagedLines(folder) },
      diagnostics: [],
      file: AppendFile.open("/dev/full", "system"),
      size: 0,
    });
    for (const id of ["a", "b"]) {
      expect(() => log.append(entry(id, null))).toThrow("The disk is full: free some space");
      expect([log.count, log.positionOf(id)]).toEqual([0, -1]);
    }
    log.close();
  });
});

test.runIf(process.platform === "linux")(
  "an old session whose new form does not fit on the disk stays as it is",
  () => {
    const folder = temporaryFolder();
    const program = bundleProcess(new URL("./open-process.ts", import.meta.url), folder);
    const old = join(folder, "old.jsonl");
    const said = (text: string) => line({ type: "message", message: user(text) });
    writeFileSync(old, line({ ...header, version: undefined }) + said("first") + said(`last ${"x".repeat(10_000)}`));
    const bytes = readFileSync(old);
    // A limit on the size of files, as a full disk does, takes the beginning of a write before it refuses the next.
    const limited = 'trap "" XFSZ; ulimit -f 8; exec "$0" "$@"';
    const open = () =>
      execFileSync("bash", ["-c", limited, process.execPath, program, old, join(folder, "home")], { stdio: "pipe" });
    expect(open).toThrow("Could not write");
    expect(readFileSync(old)).toEqual(bytes);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  },
);

test("R57: a prompt that cannot be written is refused at once, and so is the folder that cannot be made", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "mine"), "a file where the folder should be");
  const session = createLog("/project", join(folder, "mine"), { home: folder });
  session.appendModelChange("demo", "scripted");
  expect(() => session.appendMessage(user("prompt"))).toThrow(expect.objectContaining({ code: "io" }));
  expect(session.getEntryCount()).toBe(1);
});

test.runIf(process.platform === "linux")(
  "a draft that cannot be moved keeps the answer, says so, and moves with the next one",
  () => {
    const folder = temporaryFolder();
    const session = createLog("/project", join(folder, "mine"), { home: folder });
    session.appendMessage(user("prompt"));
    const path = session.getSessionFile() as string;
    mkdirSync(`${path}.lock`);
    symlinkSync("nowhere", join(`${path}.lock`, `${process.ppid}-${startOf(process.ppid)}`));
    session.appendMessage(assistant("answer"));
    expect(session.getDiagnostics().map(({ code }) => code)).toEqual(["locked"]);
    expect([existsSync(path), session.getEntryCount()]).toEqual([false, 2]);
    execFileSync("rm", ["-r", `${path}.lock`]);
    session.appendMessage(assistant("another"));
    expect(readFileSync(path, "utf8").trim().split("\n")).toHaveLength(4);
  },
);

test("every entry can be synced to the disk", () => {
  const folder = temporaryFolder();
  const session = createLog("/project", join(folder, "mine"), { home: folder, sync: "entry" });
  const image = { type: "image" as const, data: Buffer.alloc(2000, 7).toString("base64"), mimeType: "image/png" };
  session.appendMessage({ ...user(""), content: [image] });
  session.appendMessage(assistant("answer"));
  expect(readdirSync(join(folder, "blobs"))).toHaveLength(1);
  expect(
    readFileSync(session.getSessionFile() as string, "utf8")
      .trim()
      .split("\n"),
  ).toHaveLength(3);
});

test("a file that became shorter is not written to", () => {
  const path = join(temporaryFolder(), "x.jsonl");
  writeFileSync(path, [header, entry("a", null), answer("b", "a")].map(line).join(""));
  const session = openLog(path);
  writeFileSync(path, line(header));
  expect(() => session.appendMessage(user("x"))).toThrow("became shorter");
});

const isRoot = process.getuid?.() === 0;

/** As root it takes another user, who may enter this checkout. */
function canBeSomebodyElse(): boolean {
  if (process.platform === "win32") return false;
  return !isRoot || spawnSync(process.execPath, ["-e", "0"], { cwd: "/", uid: NOBODY, gid: NOBODY }).status === 0;
}

test.runIf(canBeSomebodyElse())(
  "a session of somebody else opens read-only, and an old one is read as a new one",
  () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    const program = bundleProcess(new URL("./open-process.ts", import.meta.url), folder);
    const current = join(folder, "current.jsonl");
    const old = join(folder, "old.jsonl");
    writeFileSync(current, [header, entry("a", null), answer("b", "a")].map(line).join(""));
    writeFileSync(
      old,
      [
        { ...header, version: undefined },
        { type: "message", message: user("u") },
      ]
        .map(line)
        .join(""),
    );
    const bytes = readFileSync(old);
    for (const path of [current, old]) chmodSync(path, 0o444);
    if (isRoot) for (const path of [current, old]) chownSync(path, 0, 0);
    const open = (path: string) =>
      JSON.parse(
        execFileSync(process.execPath, [program, path, join(folder, "home")], {
          encoding: "utf8",
          ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
        }),
      );
    expect(open(current)).toEqual({
      entries: 2,
      refusal: "permission",
      append: "permission",
      diagnostics: ["permission"],
    });
    expect(open(old)).toEqual({ entries: 1, refusal: "permission", append: "permission", diagnostics: ["permission"] });
    expect(readFileSync(old)).toEqual(bytes);
  },
);

/** Field 22 of `stat`: what tells a process from a later one with the same id. */
function startOf(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] as string;
}
