import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { createLog } from "../../src/node/log/session-files.ts";
import { assistant, user } from "../session/messages-for-tests.ts";

export interface Writer {
  readonly pid: number;
  /** `writing`, or the code of the error that keeps it from writing. */
  readonly state: string;
  /** Resolves once it has written so many entries. */
  written(count: number): Promise<void>;
  /** Makes it write an answer, and resolves once that is done. */
  answer(): Promise<void>;
  /** Resolves to the ids of all entries it had written. */
  kill(): Promise<string[]>;
}

/** Starts a process that opens a session and, in the mode `append`, writes to it until it is killed; in the mode `wait` it writes once, when it may. */
export async function startWriter(program: string, path: string, mode: "hold" | "append" | "wait"): Promise<Writer> {
  const child = spawn(process.execPath, [program, path, mode], { stdio: ["pipe", "pipe", "inherit"] });
  const lines: string[] = [];
  const input = createInterface({ input: child.stdout });
  input.on("line", (line) => lines.push(line));
  const closed = once(child, "close");
  const reach = async (count: number) => {
    while (lines.length < count && child.exitCode === null) await Promise.race([once(input, "line"), closed]);
  };
  await reach(1);
  return {
    pid: child.pid ?? 0,
    state: lines[0] ?? "gone",
    written: (count) => reach(count + 1),
    answer() {
      child.stdin.write("answer\n");
      return reach(lines.length + 1);
    },
    async kill() {
      child.kill("SIGKILL");
      await closed;
      return lines.slice(1);
    },
  };
}

/** A session with one question and one answer, closed. */
export function writeSession(folder: string): string {
  const session = createLog("/project", folder, { home: folder });
  session.appendMessage(user("question"));
  session.appendMessage(assistant("answer"));
  session.close();
  return session.getSessionFile() as string;
}
