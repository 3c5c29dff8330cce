import { randomUUID } from "node:crypto";
import { realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findProjectProgram } from "@tau/coding-agent";
import { adapterForAttach, adapterForLaunch, type FoundAdapter } from "../adapters/choose-adapter.ts";
import { type ProgramKind, programKind } from "../adapters/program-kind.ts";
import { connectToAdapter } from "../client/adapter-streams.ts";
import { startAdapter } from "../client/start-adapter.ts";
import { DebugError, messageOf } from "../debug-error.ts";
import { commandLine } from "../effects.ts";
import { type DebuggedTarget, DebugSession } from "../session/debug-session.ts";
import { type Handshake, shakeHands } from "../session/handshake.ts";
import { answerAdapter } from "../session/reverse-requests.ts";
import { type DebugCall, limits, missing, needed, type Outcome } from "./call.ts";
import { reportState } from "./report.ts";

/** How long a program may take to its first stop before it counts as running. */
const FIRST_STOP_MS = 5000;

/** `launch`: starts a program under its debugger, which stops it at its entry. */
export async function launch(call: DebugCall): Promise<Outcome> {
  const { params, search, cwd } = call;
  const given = needed(call, "program");
  assertNoneLive(call);
  const kind = await findDebuggee(call, given);
  const found = await adapterForLaunch(search, kind, params.adapter);
  const folder = await realpath(resolve(cwd, params.cwd ?? "")).catch(() => undefined);
  if (folder === undefined) throw new DebugError("bad-argument", `There is no folder ${params.cwd}.`);
  const { path, isFolder, isBinary } = kind;
  const buildPath = join(tmpdir(), `tau-debug-${randomUUID()}`);
  const args = {
    ...{ program: path, args: params.args ?? [], cwd: folder, stopOnEntry: params.stop_on_entry ?? true },
    ...found.spec.launch?.({ program: path, isFolder, isBinary, adapterProgram: found.program, buildPath }),
    ...params.arguments,
  };
  const isConfined = await call.ports.processes.hasSandbox();
  const target = { title: commandLine({ ...params, program: given }), cwd: folder, isAttached: false, isConfined };
  return await begin(call, found, target, { command: "launch", args: withoutAbsent(args), ...limits(call) });
}

/** `attach`: debugs a process that runs already. The adapter is outside of the sandbox, in which it would not see the process. */
export async function attach(call: DebugCall): Promise<Outcome> {
  const { pid, port, host = "127.0.0.1", adapter } = call.params;
  if (pid === undefined && port === undefined) throw missing("attach", "pid or port");
  assertNoneLive(call);
  const found = await adapterForAttach(call.search, { pid, port, host }, adapter);
  const title = port === undefined ? `process ${pid}` : `${host}:${port}`;
  const args = { ...(found.spec.attach?.({ pid, port, host }) ?? { pid, port, host }), ...call.params.arguments };
  const target = { title, cwd: call.cwd, isAttached: true, isConfined: false };
  return await begin(call, found, target, { command: "attach", args: withoutAbsent(args), ...limits(call) });
}

function assertNoneLive({ sessions }: DebugCall): void {
  const { live } = sessions;
  if (live)
    throw new DebugError(
      "session-active",
      `Debug session ${live.id} is still active. Terminate it before launching another.`,
    );
}

/** Resolves to the program as a file of the project, or as a command on PATH. */
async function findDebuggee({ cwd, params, search }: DebugCall, given: string): Promise<ProgramKind> {
  const path = resolve(cwd, params.cwd ?? "", given);
  const kind = (await programKind(path)) ?? (await programKind(resolve(cwd, given)));
  if (kind) return { ...kind, path: await realpath(kind.path) };
  const onPath = /[/\\]/.test(given) ? undefined : await findProjectProgram(given, cwd, search.place);
  const command = onPath === undefined ? undefined : await programKind(onPath);
  if (command) return command;
  throw new DebugError("bad-argument", `There is no program ${given} (looked for ${path}).`);
}

async function begin(
  call: DebugCall,
  found: FoundAdapter,
  target: DebuggedTarget,
  handshake: Handshake,
): Promise<Outcome> {
  const { ports, sessions, signal } = call;
  const { cwd, isAttached, isConfined } = target;
  const program = (handshake.args as { program?: string }).program;
  const { host = "127.0.0.1", port = 0 } = call.params;
  const process = await (found.program === ""
    ? connectToAdapter(host, port, signal)
    : startAdapter(ports, found, { cwd: isAttached ? "/" : cwd, program, isConfined }));
  const session = new DebugSession({
    ...{ id: sessions.nextId(), spec: found.spec, process, target },
    answer: (each, command, args) => answerAdapter(each, ports.processes, command, args),
  });
  sessions.add(session);
  try {
    await shakeHands(session, handshake);
    const timeoutMs = Math.min(FIRST_STOP_MS, call.timeoutMs);
    const rest = await session.rest({ timeoutMs, signal });
    const { text, state } = await reportState({ ...call, timeoutMs }, session, rest);
    const how = isAttached ? "Attached to" : isConfined ? "Launched in the sandbox:" : "Launched";
    return {
      text: `${how} ${target.title} with ${found.spec.name} (session ${session.id}).\n${text}`,
      ...(state ? { state } : {}),
    };
  } catch (error) {
    await session.end();
    throw signal?.aborted ? error : explained(error, session);
  }
}

const MOST_OUTPUT = 4000;
const NO_TRACING =
  " This machine does not let a debugger trace programs: in a container allow it with --cap-add=SYS_PTRACE; elsewhere see the kernel setting kernel.yama.ptrace_scope.";

/** Returns the failure of a start with what the adapter printed, such as the errors of a build, and what to do about it. */
function explained(error: unknown, { spec, output }: DebugSession): DebugError {
  const said = messageOf(error);
  const hint = spec.binaries && /ptrace|operation not permitted/i.test(said) ? NO_TRACING : "";
  const printed = output.news(MOST_OUTPUT).trim();
  const code = error instanceof DebugError ? error.code : "not-started";
  return new DebugError(code, `${said}${hint}${printed ? `\nOutput:\n${printed}` : ""}`, { cause: error });
}

function withoutAbsent(args: object): object {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}
