import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { IndexCache } from "../../../src/node/index/session-index.ts";
import { listAllSessions, listSessions } from "../../../src/node/sessions/list-sessions.ts";
import { header } from "../../session/store-contract.ts";
import { temporaryFolder } from "../temporary-folder.ts";

test.skipIf(process.platform === "win32")("what is no file holds up no list of sessions", async () => {
  const folder = temporaryFolder();
  const session = join(folder, "session.jsonl");
  writeFileSync(session, `${JSON.stringify(header)}\n`);
  execFileSync("mkfifo", [join(folder, "pipe.jsonl")]);
  mkdirSync(join(folder, "folder.jsonl"));
  symlinkSync(join(folder, "nowhere"), join(folder, "link.jsonl"));
  const found = await listSessions([folder], { index: new IndexCache(temporaryFolder()) });
  expect(found.map(({ path }) => path)).toEqual([session]);
});

test.skipIf(process.platform === "win32")(
  "a link to a folder of sessions is followed, other links are not",
  async () => {
    const [home, elsewhere] = [temporaryFolder(), temporaryFolder()];
    const before = process.env.TAU_HOME;
    process.env.TAU_HOME = home;
    onTestFinished(() => {
      if (before === undefined) delete process.env.TAU_HOME;
      else process.env.TAU_HOME = before;
    });
    writeFileSync(join(elsewhere, "session.jsonl"), `${JSON.stringify(header)}\n`);
    mkdirSync(join(home, "sessions"));
    symlinkSync(elsewhere, join(home, "sessions", "linked"));
    symlinkSync(join(elsewhere, "session.jsonl"), join(home, "sessions", "file"));
    symlinkSync("circle", join(home, "sessions", "circle"));
    const found = await listAllSessions();
    expect(found.map(({ path }) => path)).toEqual([join(home, "sessions", "linked", "session.jsonl")]);
  },
);
