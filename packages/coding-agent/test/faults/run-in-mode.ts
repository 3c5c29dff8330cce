import { setTimeout } from "node:timers/promises";
import { builtCli, type Program, type PtyProgram, startProgram, startPty, type Workspace } from "@tau/testkit";

/** What remains of a program: what a user or client saw, and how it ended. */
export interface ModeRun {
  /** stdout, or every line that was on the screen. */
  readonly shown: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  /** Whether the program had to be killed because its run did not end. */
  readonly hung: boolean;
}

export interface ModeOptions {
  readonly workspace: Workspace;
  readonly prompt: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The program and arguments that start Tau, such as `prlimit`. */
  readonly through?: readonly string[];
  /** Matches a screen on which the run is over. */
  readonly isOver: RegExp;
  readonly timeoutMs?: number;
  /** The run is stopped when this resolves, in the way that the mode has for it. */
  readonly stopped?: Promise<unknown>;
  /** The program is killed when this resolves. */
  readonly killed?: Promise<unknown>;
}

type Mode = (options: ModeOptions) => Promise<ModeRun>;

/** Every way in which a prompt can get into Tau. */
export const MODES: Readonly<Record<string, Mode>> = {
  print: async (options) => await runBatch(options, ["-p", options.prompt]),
  json: async (options) => await runBatch(options, ["--mode", "json", options.prompt]),
  rpc: runRpc,
  acp: runAcp,
  screen: runScreen,
};

const TIMEOUT_MS = 60_000;
const NO_TIMEOUT = { timeoutMs: 2 ** 31 - 1 };

function start(
  { workspace, args = [], env = {}, through = [] }: ModeOptions,
  own: readonly string[],
  stdin: string,
): Program {
  const [command = "", ...rest] = [...through, process.execPath, builtCli, ...own, ...args];
  return startProgram({ command, args: rest, cwd: workspace.cwd, env: { ...workspace.env, ...env }, stdin });
}

async function runBatch(options: ModeOptions, args: readonly string[]): Promise<ModeRun> {
  const program = start(options, args, "");
  void options.stopped?.then(() => program.kill("SIGINT"));
  return await runToEnd(program, options);
}

async function runToEnd(program: Program, options: ModeOptions): Promise<ModeRun> {
  await using running = program;
  const hung = !(await within(options, running.exited));
  if (options.killed !== undefined) await running.kill();
  const { stdout, stderr, exitCode } = await (hung ? running.kill() : running.exited);
  return { shown: stdout, stderr, exitCode, hung };
}

async function runRpc(options: ModeOptions): Promise<ModeRun> {
  const program = start(options, ["--mode", "rpc"], "open");
  program.write(`${JSON.stringify({ type: "prompt", message: options.prompt })}\n`);
  void options.stopped?.then(() => program.write(`${JSON.stringify({ type: "abort" })}\n`));
  const isOver = program.waitForOutput(/"type":"agent_settled"|"command":"prompt","success":false/, NO_TIMEOUT);
  await within(options, isOver);
  program.endInput();
  return await runToEnd(program, options);
}

async function runAcp(options: ModeOptions): Promise<ModeRun> {
  const program = start(options, ["--mode", "acp"], "open");
  let id = 0;
  const ask = async (method: string, params: object) => {
    program.write(`${JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params })}\n`);
    const isAnswer = new RegExp(`"id":${id},"(?:result|error)"`);
    await within(options, program.waitForOutput(isAnswer, NO_TIMEOUT));
  };
  await ask("initialize", { protocolVersion: 1, clientCapabilities: {} });
  await ask("session/new", { cwd: options.workspace.cwd, mcpServers: [] });
  const sessionId = /"sessionId":"([^"]+)"/.exec(program.stdout)?.[1];
  if (sessionId !== undefined) {
    const cancel = { jsonrpc: "2.0", method: "session/cancel", params: { sessionId } };
    void options.stopped?.then(() => program.write(`${JSON.stringify(cancel)}\n`));
    await ask("session/prompt", { sessionId, prompt: [{ type: "text", text: options.prompt }] });
  }
  program.endInput();
  const run = await runToEnd(program, options);
  return { ...run, shown: `${run.shown}\n${chunksIn(run.shown)}` };
}

/** Joins the pieces in which a client receives the text of answers. */
function chunksIn(lines: string): string {
  const chunks = lines.matchAll(/"agent_message_chunk".*?"text":("(?:[^"\\]|\\.)*")/g);
  return [...chunks].map(([, text = '""']) => JSON.parse(text) as string).join("");
}

async function runScreen(options: ModeOptions): Promise<ModeRun> {
  const { workspace, args = [], env = {}, through = [], prompt, isOver, timeoutMs = TIMEOUT_MS } = options;
  const { stopped, killed } = options;
  const [command = "", ...rest] = [...through, process.execPath, builtCli, ...args, prompt];
  const size = { columns: 160, rows: 50 };
  await using tau = startPty({ command, args: rest, cwd: workspace.cwd, env: { ...workspace.env, ...env }, ...size });
  const seen = tau.waitForText(isOver, timeoutMs).then(
    () => true,
    () => false,
  );
  void stopped?.then(() => tau.press("escape"));
  const ended = [tau.exited, ...(killed !== undefined ? [killed] : [])].map((end) => end.then(() => true));
  const wasSeen = await Promise.race([seen, ...ended]);
  if (!wasSeen) tau.press("escape");
  const isKilled = killed !== undefined;
  const hasLeft = !isKilled && (await leave(tau));
  const { exitCode } = await (hasLeft ? tau.exited : tau.kill());
  return { shown: tau.terminal.text(), stderr: "", exitCode, hung: !isKilled && !(wasSeen && hasLeft) };
}

/** Presses the key that ends Tau until it has ended: during a run it does nothing. Resolves to whether it ended. */
async function leave(tau: PtyProgram): Promise<boolean> {
  for (let waited = 0; waited < LEAVE_MS; waited += PRESS_MS) {
    tau.press("ctrl+d");
    if (await within({ timeoutMs: PRESS_MS }, tau.exited)) return true;
  }
  return false;
}

const LEAVE_MS = 20_000;
const PRESS_MS = 500;

type Limits = Pick<ModeOptions, "timeoutMs" | "killed">;

/** Resolves to whether the promise was settled in time, or the program is to be killed. A rejection counts: the program has ended then. */
async function within({ timeoutMs = TIMEOUT_MS, killed }: Limits, promise: Promise<unknown>): Promise<boolean> {
  const controller = new AbortController();
  const isSettled = promise.then(
    () => true,
    () => true,
  );
  const isLate = setTimeout(timeoutMs, false, { signal: controller.signal }).catch(() => false);
  const result = await Promise.race([isSettled, isLate, ...(killed !== undefined ? [killed.then(() => true)] : [])]);
  controller.abort();
  return result;
}
