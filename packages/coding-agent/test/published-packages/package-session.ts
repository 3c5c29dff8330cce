import assert from "node:assert/strict";
import {
  type ModelReply,
  type ModelRequest,
  type ModelServer,
  type Program,
  type PtyProgram,
  startCli,
  startCliInPty,
  type Workspace,
  waitUntil,
} from "@tau/testkit";
import type { Place, Start } from "./scenario.ts";
import type { WebServer } from "./web-server.ts";

type Line = Record<string, unknown> & { type: string };
type Answer = boolean | string | undefined;

/** Nothing is timed: this only ends a wait for something that never comes, on a machine that may be busy. */
const PATIENCE = 60_000;
/** A notice about the package's own manifest, not about what it does. */
const FOR_AUTHORS = /package\.json lists .* in "dependencies"/;
const QUESTIONS = new Set(["select", "confirm", "input", "editor"]);

/** Tau with one package, in RPC mode or on a terminal, and the scripted model that it talks to. */
export class PackageSession implements AsyncDisposable {
  readonly workspace: Workspace;
  readonly server: ModelServer;
  readonly web: WebServer;
  private readonly start: Start;
  private readonly rules: { readonly question: RegExp; readonly answer: Answer }[] = [];
  private rpc: Program | undefined;
  private pty: PtyProgram | undefined;
  private count = 0;

  constructor({ workspace, server, web }: Place, start: Start) {
    this.workspace = workspace;
    this.server = server;
    this.web = web;
    this.start = start;
  }

  /** What the model says from now on, one reply after the other. */
  model(...replies: readonly ModelReply[]): void {
    this.server.rescript(replies);
  }

  /** The same for a package that asks the model for itself, at moments of its own: requests without tools get `aside`. */
  modelWithAside(aside: ModelReply, ...replies: ModelReply[]): void {
    this.server.rescript(({ tools }) =>
      tools.length === 0 ? aside : (replies.shift() ?? { failure: "invalid-request" }),
    );
  }

  /** What the user answers to a question of the package whose text matches. */
  whenAsked(question: RegExp, answer: Answer): void {
    this.rules.push({ question, answer });
  }

  /** Sends a prompt and waits until the run that it starts has settled. */
  async prompt(message: string): Promise<void> {
    const before = this.lines.length;
    await this.send(message);
    await this.find("the end of the run", ({ type }) => type === "agent_settled", before);
  }

  /** Runs a slash command of the package, which must be there: Tau gives an unknown one to the model. */
  async command(message: string): Promise<void> {
    const name = /^\/(\S+)/.exec(message)?.[1];
    const { commands } = (await this.ask("get_commands")) as { commands: readonly { readonly name: string }[] };
    assert(
      commands.some((command) => command.name === name),
      `There is no command /${name}. There are: ${commands.map((command) => command.name).join(", ")}`,
    );
    await this.send(message);
  }

  /** The text of a tool's last result; fails if the tool failed or never ran. */
  result(tool: string): string {
    const line = this.lines.findLast((one) => one.type === "tool_execution_end" && one.toolName === tool);
    assert(line, `The tool ${tool} was never run`);
    const text = textOf(line.result);
    assert.equal(line.isError, false, `${tool} failed: ${text}`);
    return text;
  }

  /** The text of a tool's last result, which must be a failure. */
  failure(tool: string): string {
    const line = this.lines.findLast((one) => one.type === "tool_execution_end" && one.toolName === tool);
    assert(line, `The tool ${tool} was never run`);
    assert.equal(line.isError, true, `${tool} did not fail: ${textOf(line.result)}`);
    return textOf(line.result);
  }

  /** Waits for a request of the package to the interface whose content matches: a notification, a status, a widget. */
  async shown(method: string, pattern: RegExp): Promise<string> {
    const matches = (line: Line) =>
      line.type === "extension_ui_request" && line.method === method && pattern.test(JSON.stringify(line));
    return JSON.stringify(await this.find(`${method} matching ${pattern}`, matches));
  }

  /** Waits for a request to the model whose body matches. */
  async requested(pattern: RegExp): Promise<ModelRequest> {
    return await this.server.waitForRequest(({ body }) => pattern.test(JSON.stringify(body)), PATIENCE);
  }

  /** Waits for a request whose last message matches: a tool's result, or what a package said in the user's name. */
  async requestedLast(pattern: RegExp): Promise<ModelRequest> {
    const last = ({ body }: ModelRequest) => JSON.stringify((body.messages as unknown[] | undefined)?.at(-1) ?? null);
    return await this.server.waitForRequest((request) => pattern.test(last(request)), PATIENCE);
  }

  /** Waits for a line of the wire. */
  async line(what: string, matches: (line: Line) => boolean): Promise<Line> {
    return await this.find(what, matches);
  }

  /** The names of the tools that the last request offered to the model. */
  offeredTools(): string[] {
    return (this.server.requests.at(-1)?.tools ?? []).map(({ name }) => name);
  }

  async ask(type: string, parameters: object = {}): Promise<unknown> {
    const id = `t${++this.count}`;
    this.write({ id, type, ...parameters });
    const line = await this.find(`an answer to ${type}`, (one) => one.type === "response" && one.id === id);
    assert.equal(line.success, true, `${type} failed: ${String(line.error)}`);
    return line.data;
  }

  /** The terminal; started at its first use. */
  get screen(): PtyProgram {
    this.pty ??= startCliInPty({ workspace: this.workspace, columns: 120, rows: 40, ...this.start });
    return this.pty;
  }

  async sees(pattern: RegExp | string): Promise<void> {
    await this.screen.waitForText(pattern, PATIENCE);
  }

  /** Types a line on the terminal, once the program reads it, and sends it off. */
  async type(line: string): Promise<void> {
    const { terminal } = this.screen;
    const isReading = () => (terminal.modes.bracketedPasteMode ? true : undefined);
    await waitUntil(isReading, { timeoutMs: PATIENCE, describe: () => `It never read keys:\n${terminal.text()}` });
    this.screen.send(line);
    await this.sees(line);
    this.screen.press("enter");
  }

  /** Waits until the terminal no longer shows a text: keys after an Escape would be taken for a part of it. */
  async vanishes(text: string): Promise<void> {
    await this.screen.waitForText((screen) => !screen.includes(text), PATIENCE);
  }

  /** The terminal shows the colour, as text or behind it. */
  paints(rgb: string): void {
    const { terminal } = this.screen;
    const rows = Array.from({ length: terminal.rows }, (_, row) => JSON.stringify(terminal.row(row)));
    assert(rows.join("").includes(JSON.stringify({ rgb })), `Nothing is ${rgb} on:\n${terminal.text()}`);
  }

  /** Waits until the program has written something that does not show: an escape sequence. */
  async writes(pattern: RegExp): Promise<void> {
    const look = () => (pattern.test(this.screen.output()) ? true : undefined);
    await waitUntil(look, { timeoutMs: PATIENCE, describe: () => `${pattern} was never written` });
  }

  /** What went wrong without stopping the run: failures of handlers, and what Tau itself says on stderr. */
  complaints(): string[] {
    const errors = this.lines.filter(({ type }) => type === "extension_error").map((line) => JSON.stringify(line));
    const words = (this.rpc?.stderr ?? "").split("\n").filter((line) => line.startsWith("tau: "));
    return [...errors, ...words.filter((line) => !FOR_AUTHORS.test(line))];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.rpc?.[Symbol.asyncDispose]();
    await this.pty?.[Symbol.asyncDispose]();
  }

  private get lines(): Line[] {
    const stdout = this.rpc?.stdout ?? "";
    const complete = stdout.slice(0, stdout.lastIndexOf("\n") + 1).split("\n");
    return complete.filter(Boolean).map((line) => JSON.parse(line) as Line);
  }

  private get program(): Program {
    if (!this.rpc) {
      const args = ["--mode", "rpc", ...(this.start.args ?? [])];
      this.rpc = startCli({ workspace: this.workspace, stdin: "open", ...this.start, args });
      void this.answerQuestions(this.rpc);
    }
    return this.rpc;
  }

  private write(value: unknown): void {
    this.program.write(`${JSON.stringify(value)}\n`);
  }

  private async send(message: string): Promise<void> {
    await this.ask("prompt", { message });
  }

  private async find(what: string, matches: (line: Line) => boolean, after = 0): Promise<Line> {
    let found: Line | undefined;
    const look = () => {
      found = this.lines.slice(after).find(matches);
      return found !== undefined;
    };
    await this.program.waitForOutput(look, { timeoutMs: PATIENCE }).catch((cause: unknown) => {
      throw new Error(`There was never ${what}. ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    });
    return found as Line;
  }

  private async answerQuestions(program: Program): Promise<void> {
    const answered = new Set<unknown>();
    const open = () =>
      this.lines.find(
        ({ type, method, id }) => type === "extension_ui_request" && QUESTIONS.has(String(method)) && !answered.has(id),
      );
    for (;;) {
      const more = await program
        .waitForOutput(() => open() !== undefined, { timeoutMs: 600_000 })
        .then(
          () => true,
          () => false,
        );
      const question = open();
      if (!more || !question) return;
      answered.add(question.id);
      const text = JSON.stringify(question);
      const answer = this.rules.find((rule) => rule.question.test(text))?.answer;
      this.write({ type: "extension_ui_response", id: question.id, ...answerFields(answer) });
    }
  }
}

function answerFields(answer: Answer): object {
  if (answer === undefined) return { cancelled: true };
  return typeof answer === "boolean" ? { confirmed: answer } : { value: answer };
}

function textOf(result: unknown): string {
  const { content = [] } = (result ?? {}) as { content?: readonly { readonly type: string; readonly text?: string }[] };
  return content.map((block) => block.text ?? `[${block.type}]`).join("\n");
}
