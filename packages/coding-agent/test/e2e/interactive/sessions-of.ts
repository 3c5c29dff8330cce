import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { builtCli, startPty, type Workspace } from "@tau/testkit";
import { leave } from "./open-tau.ts";

/** The files of all sessions that have an answer. */
export async function sessionsOf({ tauHome }: Workspace): Promise<string[]> {
  const folder = join(tauHome, "sessions");
  const files = await readdir(folder, { recursive: true });
  return files.filter((name) => /^[^d].*\.jsonl$/.test(name)).map((name) => join(folder, name));
}

/** Leaves a session behind in another folder, and returns the folder. */
export async function talkElsewhere({ home, env }: Workspace): Promise<string> {
  const cwd = join(home, "project");
  await mkdir(cwd);
  await using tau = startPty({ command: process.execPath, args: [builtCli], cwd, env, columns: 80, rows: 24 });
  await tau.waitForText(/─{30}\n/);
  tau.send("one\r");
  await tau.waitForText("Hello.");
  await leave(tau);
  return cwd;
}
