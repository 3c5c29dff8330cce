import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SideName } from "./library.ts";
import type { Answer, Request } from "./side-process.ts";

const SCRIPT = fileURLToPath(new URL("./side-process.ts", import.meta.url));

/** The result of an input that took too long. */
export const HANGS = "[hangs]";
/** The result of an input that ended the process. */
export const CRASHES = "[crashes]";

/** One side's process, from the parent. An input that hangs or crashes it is a result; the next one gets a new process. */
export class Side {
  readonly name: SideName;
  readonly used = new Set<string>();
  /** What the last input threw, for a report. */
  detail: string | undefined;
  readonly #entry: string;
  readonly #scratch: string;
  #child: ChildProcess | undefined;
  #id = 0;

  constructor(name: SideName, entry: string, scratch: string) {
    this.name = name;
    this.#entry = entry;
    this.#scratch = scratch;
  }

  async run(subject: string, input: unknown, timeoutMs: number, reads = false): Promise<unknown> {
    const child = await this.#ready();
    const id = ++this.#id;
    const settled = Promise.withResolvers<Partial<Answer>>();
    const onMessage = (answer: Answer) => {
      if (answer.id === id) settled.resolve(answer);
    };
    const onExit = () => settled.resolve({ value: CRASHES });
    const timer = setTimeout(() => settled.resolve({ value: HANGS }), timeoutMs);
    child.on("message", onMessage).on("exit", onExit);
    child.send({ id, subject, input, reads } satisfies Request);
    const answer = await settled.promise;
    clearTimeout(timer);
    child.off("message", onMessage).off("exit", onExit);
    if (answer.id === undefined) await this.stop();
    for (const name of answer.used ?? []) this.used.add(name);
    this.detail = answer.detail;
    return answer.value;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  }

  async #ready(): Promise<ChildProcess> {
    if (this.#child?.connected) return this.#child;
    // Both names have the same length: a text that holds the path has the same width on both sides.
    const root = join(this.#scratch, this.name === "ours" ? "side-o" : "side-t");
    const home = join(root, "home");
    mkdirSync(home, { recursive: true });
    const child = fork(SCRIPT, [this.name, this.#entry, root], {
      cwd: root,
      env: environment(home),
      execArgv: ["--conditions=@tau/source", "--disable-warning=ExperimentalWarning"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.#child = child;
    // Libraries report their own troubles there; it is read only when the process does not start.
    let said = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      said = `${said}${chunk.toString()}`.slice(-4000);
    });
    await Promise.race([once(child, "message"), once(child, "exit").then(() => startFailed(this.name, said))]);
    return child;
  }
}

function startFailed(name: string, said: string): never {
  throw new Error(`The process of ${name} ended while it loaded its packages:\n${said}`);
}

/** The same for both, and nothing of the caller's: no keys, no settings, no terminal. */
function environment(home: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: home,
    USERPROFILE: home,
    TMPDIR: process.env.TMPDIR,
    LANG: "C.UTF-8",
    TZ: "UTC",
    TERM: "xterm-256color",
    COLORTERM: "truecolor",
    FORCE_COLOR: "3",
    COLUMNS: "80",
    LINES: "24",
    PI_OFFLINE: "1",
    TAU_OFFLINE: "1",
    PI_CODING_AGENT_DIR: join(home, ".agent"),
    TAU_HOME: join(home, ".agent"),
  };
}
