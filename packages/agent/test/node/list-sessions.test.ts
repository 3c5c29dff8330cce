import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listSessions } from "../../src/node/list-sessions.ts";
import { IndexCache } from "../../src/node/session-index.ts";
import { header } from "../session/store-contract.ts";
import { temporaryFolder } from "./temporary-folder.ts";

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
