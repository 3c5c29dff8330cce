import { type Program, startCli } from "@tau/testkit";
import type { ScriptedSetup } from "../../e2e/scripted-model.ts";

type Line = Record<string, unknown> & { type: string };

/** The built CLI in rpc mode, spoken to line by line. */
export class RpcProcess implements AsyncDisposable {
  readonly program: Program;
  private count = 0;

  constructor({ workspace }: ScriptedSetup, args: readonly string[] = []) {
    this.program = startCli({ workspace, args: ["--mode", "rpc", ...args], stdin: "open" });
  }

  get lines(): Line[] {
    const complete = this.program.stdout.slice(0, this.program.stdout.lastIndexOf("\n") + 1);
    return complete
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line);
  }

  write(value: unknown): void {
    this.program.write(`${typeof value === "string" ? value : JSON.stringify(value)}\n`);
  }

  /** Sends a command and waits for its answer. */
  async ask(type: string, parameters: object = {}): Promise<Line> {
    const id = `t${++this.count}`;
    this.write({ id, type, ...parameters });
    return await this.find((line) => line.type === "response" && line.id === id);
  }

  async data(type: string, parameters: object = {}): Promise<unknown> {
    const answer = await this.ask(type, parameters);
    if (answer.success !== true) throw new Error(`${type} failed: ${String(answer.error)}`);
    return answer.data;
  }

  /** The first line, from `after` on, that satisfies the condition. */
  async find(matches: (line: Line) => boolean, after = 0): Promise<Line> {
    let found: Line | undefined;
    await this.program.waitForOutput(() => {
      found = this.lines.slice(after).find(matches);
      return found !== undefined;
    });
    return found as Line;
  }

  async settled(times = 1): Promise<void> {
    await this.program.waitForOutput(() => this.lines.filter(({ type }) => type === "agent_settled").length >= times);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.program[Symbol.asyncDispose]();
  }
}
