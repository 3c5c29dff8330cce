import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SessionLog } from "@tau/agent";
import { createLog } from "@tau/agent/node";
import type { AssistantMessage } from "@tau/ai";
import { navigationTarget } from "../../../src/core/session/replace/tree-navigation.ts";
import { type PutBack, SessionSnapshots, type UndoOptions } from "../../../src/core/snapshots/session-snapshots.ts";
import { tempFolder } from "../temp-folder.ts";

const NO_COST = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
export const ANSWER: AssistantMessage = {
  ...{ role: "assistant", content: [{ type: "text", text: "Done." }], api: "faux", provider: "faux", model: "one" },
  usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: NO_COST },
  ...{ stopReason: "stop", timestamp: 0 },
};

const LIMITS = { maxFileBytes: 1_000_000, maxFiles: 10_000 };

/** A folder, the home of Tau beside it, and sessions whose runs are functions. */
export async function recordedFolder() {
  const base = await tempFolder();
  const cwd = join(base, "project");
  mkdirSync(cwd);
  return {
    ...{ base, cwd, agentDir: join(base, "home") },
    write: (path: string, content: string | Buffer, mode = 0o644) => {
      mkdirSync(dirname(join(cwd, path)), { recursive: true });
      writeFileSync(join(cwd, path), content, { mode });
    },
    read: (path: string) => readFileSync(join(cwd, path), "utf8"),
    git: (...args: string[]) => gitIn(cwd, ...args),
    files: () => filesOf(cwd),
    session: (limits: Partial<typeof LIMITS> = {}, folder = cwd, log?: SessionLog) =>
      sessionIn(folder, join(base, "home"), { ...LIMITS, ...limits }, log),
  };
}

export function gitIn(cwd: string, ...args: string[]): string {
  const options = ["-c", "user.name=T", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main"];
  return execFileSync("git", [...options, "-c", "protocol.file.allow=always", ...args], {
    ...{ cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
  });
}

function sessionIn(
  cwd: string,
  agentDir: string,
  limits: typeof LIMITS,
  log = createLog(cwd, undefined, { home: agentDir }),
) {
  const snapshots = new SessionSnapshots({ log, agentDir, limits: () => limits });
  const move: UndoOptions["move"] = async (entryId) => {
    const { leafId, editorText } = navigationTarget(log, entryId);
    if (leafId === null) log.resetLeaf();
    else log.branch(leafId);
    return editorText;
  };
  return {
    ...{ log, snapshots },
    /** The same log in another program. */
    reopened: () => sessionIn(cwd, agentDir, limits, log),
    /** A prompt whose run changes files. */
    async run(prompt: string, change: () => void, written: readonly string[] = []): Promise<void> {
      log.appendMessage({ role: "user", content: prompt, timestamp: 0 });
      await snapshots.beforeChange(written.map((path) => join(cwd, path)));
      change();
      await snapshots.afterChange();
      await snapshots.afterRun();
      log.appendMessage(ANSWER);
    },
    undo: (options: Partial<UndoOptions> = {}): Promise<PutBack> =>
      snapshots.undo({ scope: "files", move, ...options }),
    redo: (): Promise<PutBack> => snapshots.redo({ move }),
  };
}

/** Every file with mode, link target and bytes; git's own data left out. */
export function filesOf(folder: string, prefix = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(join(folder, prefix), { withFileTypes: true })) {
    const path = join(prefix, entry.name);
    if (entry.name === ".git") continue;
    if (entry.isDirectory()) Object.assign(found, filesOf(folder, path));
    else if (entry.isSymbolicLink()) found[path] = `link ${readlinkSync(join(folder, path))}`;
    else {
      const mode = lstatSync(join(folder, path)).mode & 0o777;
      found[path] = `${mode.toString(8)} ${readFileSync(join(folder, path), "latin1")}`;
    }
  }
  return found;
}
