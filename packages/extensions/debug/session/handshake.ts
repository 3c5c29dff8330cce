import type { DebugProtocol } from "@vscode/debugprotocol";
import { DebugError } from "../debug-error.ts";
import type { DebugSession } from "./debug-session.ts";

export interface Handshake {
  readonly command: "launch" | "attach";
  readonly args: object;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** How long an adapter may take to ask for breakpoints once it has launched the program; some never do. */
const INITIALIZED_MS = 5000;

const ABILITIES: Omit<DebugProtocol.InitializeRequestArguments, "adapterID"> = {
  clientID: "tau",
  clientName: "Tau",
  locale: "en",
  linesStartAt1: true,
  columnsStartAt1: true,
  pathFormat: "path",
  supportsVariableType: true,
  supportsVariablePaging: true,
  supportsRunInTerminalRequest: true,
  supportsStartDebuggingRequest: true,
  supportsMemoryReferences: true,
  supportsMemoryEvent: false,
  supportsInvalidatedEvent: false,
  supportsProgressReporting: false,
};

/**
 * Takes an adapter from its start to a program that runs: initialize, launch or attach, breakpoints, end of the configuration. Some adapters
 * answer the launch only after the configuration, some before.
 */
export async function shakeHands(
  session: DebugSession,
  { command, args, timeoutMs, signal }: Handshake,
): Promise<void> {
  const limits = { timeoutMs, signal };
  const abilities = { ...ABILITIES, adapterID: session.spec.name };
  session.capabilities = (await session.request<DebugProtocol.Capabilities>("initialize", abilities, limits)) ?? {};
  const started = session.request(command, args, limits);
  // A failure before the adapter asks for breakpoints ends the wait for that.
  const failed = started.then(() => new Promise<never>(() => undefined));
  started.catch(() => undefined);
  failed.catch(() => undefined);
  const answered = started.then(() => true);
  const isReady = await Promise.race([
    session.initialized(limits),
    failed,
    session.client.ended,
    late(session, answered, limits),
  ]);
  if (!isReady)
    throw new DebugError("timeout", `${session.spec.name} did not ask for breakpoints within ${timeoutMs / 1000} s.`);
  await configure(session, limits);
  await Promise.race([started, session.client.ended]);
  if (session.status === "starting") session.status = "running";
}

type Limits = Pick<Handshake, "timeoutMs" | "signal">;

/** Resolves some time after the launch was answered, for adapters that never ask for breakpoints. */
async function late(session: DebugSession, answered: Promise<boolean>, { signal }: Limits): Promise<boolean> {
  await answered.catch(() => new Promise<never>(() => undefined));
  await session.initialized({ timeoutMs: INITIALIZED_MS, signal });
  return true;
}

async function configure(session: DebugSession, limits: Limits): Promise<void> {
  const { capabilities, breakpoints } = session;
  const filters = capabilities.exceptionBreakpointFilters ?? [];
  const usual = filters.filter(({ default: isUsual }) => isUsual === true).map(({ filter }) => filter);
  if (filters.length > 0) await breakpoints.setExceptions(usual).catch(() => undefined);
  if (capabilities.supportsConfigurationDoneRequest) await session.request("configurationDone", {}, limits);
}
