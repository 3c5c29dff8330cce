import type { DebugProtocol } from "@vscode/debugprotocol";
import type { AdapterSpec } from "../adapters/adapter-spec.ts";
import type { AdapterStreams } from "../client/adapter-streams.ts";
import { type AnswerRequest, DapClient, type RequestOptions } from "../client/dap-client.ts";
import { DebugError, messageOf } from "../debug-error.ts";
import { OutputRing } from "./output-ring.ts";
import { Breakpoints } from "./session-breakpoints.ts";
import { StateWatch } from "./state-watch.ts";

export type DebugStatus = "starting" | "running" | "stopped" | "ended";

export interface DebuggedTarget {
  /** What is debugged, for people: a command line, or a process. */
  readonly title: string;
  readonly cwd: string;
  readonly isAttached: boolean;
  readonly isConfined: boolean;
}

export interface SessionStart {
  readonly id: string;
  readonly spec: AdapterSpec;
  readonly process: AdapterStreams;
  readonly target: DebuggedTarget;
  /** Answers requests of the adapter. */
  answer(session: DebugSession, ...request: Parameters<AnswerRequest>): ReturnType<AnswerRequest>;
}

/** How a program came to rest, or that it did not in time. */
export type Rest = "stopped" | "ended" | "running";

const TERMINATE_MS = 3000;
const DISCONNECT_MS = 2000;

/** One program under a debugger: its state as the adapter reports it, its output, its breakpoints. */
export class DebugSession {
  readonly id: string;
  readonly spec: AdapterSpec;
  readonly target: DebuggedTarget;
  readonly startedAt = new Date();
  readonly client: DapClient;
  readonly output = new OutputRing();
  readonly breakpoints: Breakpoints;
  capabilities: DebugProtocol.Capabilities = {};
  status: DebugStatus = "starting";
  stop: DebugProtocol.StoppedEvent["body"] | undefined;
  exitCode: number | undefined;
  /** Why the session has ended, if not because the program has. */
  problem: string | undefined;
  /** The frame where the program stopped, once it has been asked for. */
  topFrame: DebugProtocol.StackFrame | undefined;
  private readonly watch = new StateWatch();
  private isInitialized = false;
  private ending: Promise<void> | undefined;

  constructor({ id, spec, process, target, answer }: SessionStart) {
    this.id = id;
    this.spec = spec;
    this.target = target;
    this.client = new DapClient({
      name: spec.name,
      process,
      onEvent: (event) => this.takeEvent(event),
      answer: (command, args) => answer(this, command, args),
      onLog: (text) => {
        if (spec.printsOutput) this.output.append(text);
      },
    });
    this.breakpoints = new Breakpoints((command, args) => this.request(command, args));
    this.client.ended.catch((error: unknown) => this.markEnded(messageOf(error)));
  }

  get isLive(): boolean {
    return this.status !== "ended";
  }

  async request<T = unknown>(command: string, args?: object, options?: RequestOptions): Promise<T> {
    return await this.client.request<T>(command, args, options);
  }

  /** Throws if the adapter lacks a capability. */
  require(capability: keyof DebugProtocol.Capabilities, what: string): void {
    if (this.capabilities[capability] !== true)
      throw new DebugError("not-supported", `The debugger adapter ${this.spec.name} does not support ${what}.`);
  }

  /** Resolves to true when the adapter takes breakpoints. */
  async initialized(options: {
    readonly timeoutMs: number;
    readonly signal?: AbortSignal | undefined;
  }): Promise<boolean> {
    return (await this.watch.until(() => this.isInitialized || undefined, options)) ?? false;
  }

  /** Marks the program as running, before it is asked to run, so that its next stop is not missed. Returns a function that takes it back. */
  resume(): () => void {
    const { status, stop, topFrame } = this;
    if (this.isLive) Object.assign(this, { status: "running", stop: undefined, topFrame: undefined });
    return () => {
      if (this.status === "running") Object.assign(this, { status, stop, topFrame });
    };
  }

  /** Resolves when the program has stopped or ended, or when the time is up. */
  async rest(options: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined }): Promise<Rest> {
    const check = () => (this.status === "stopped" || this.status === "ended" ? this.status : undefined);
    return (await this.watch.until<Rest>(check, options)) ?? "running";
  }

  /** Ends the program, or lets go of one that was attached to, and ends the adapter. Errors on the way do not matter. */
  end(): Promise<void> {
    this.ending ??= this.leave();
    return this.ending;
  }

  private async leave(): Promise<void> {
    const { client, target, capabilities } = this;
    const ignored = () => undefined;
    if (client.isAlive && this.isLive && !target.isAttached && capabilities.supportsTerminateRequest) {
      const terminated = this.watch.until(() => !this.isLive || undefined, { timeoutMs: TERMINATE_MS });
      await client.request("terminate", {}, { timeoutMs: TERMINATE_MS }).then(() => terminated, ignored);
    }
    if (client.isAlive)
      await client
        .request("disconnect", { terminateDebuggee: !target.isAttached }, { timeoutMs: DISCONNECT_MS })
        .catch(ignored);
    this.markEnded(undefined);
    await client.close();
  }

  private markEnded(problem: string | undefined): void {
    if (!this.isLive) return;
    Object.assign(this, { status: "ended", stop: undefined, topFrame: undefined, problem: this.problem ?? problem });
    this.watch.changed();
  }

  private takeEvent({ event, body }: DebugProtocol.Event): void {
    EVENTS[event]?.(this, (body ?? {}) as never);
    if (event === "initialized") this.isInitialized = true;
    if (event === "terminated") {
      this.markEnded(undefined);
      void this.end();
    }
    this.watch.changed();
  }
}

type TakeEvent = (session: DebugSession, body: never) => void;

/** What each event changes in a session. */
const EVENTS: Readonly<Record<string, TakeEvent>> = {
  stopped: (session, body: DebugProtocol.StoppedEvent["body"]) => {
    if (session.isLive) Object.assign(session, { status: "stopped", stop: body, topFrame: undefined });
  },
  continued: (session, body: DebugProtocol.ContinuedEvent["body"]) => {
    if (session.status !== "stopped" || body.allThreadsContinued === false) return;
    Object.assign(session, { status: "running", stop: undefined, topFrame: undefined });
  },
  output: (session, { category, output }: DebugProtocol.OutputEvent["body"]) => {
    if (category !== "telemetry" && typeof output === "string") session.output.append(output);
  },
  exited: (session, { exitCode }: DebugProtocol.ExitedEvent["body"]) => {
    session.exitCode = exitCode;
  },
  breakpoint: (session, { reason, breakpoint }: DebugProtocol.BreakpointEvent["body"]) => {
    if (reason === "changed" && breakpoint) session.breakpoints.update(breakpoint);
  },
  capabilities: (session, { capabilities }: DebugProtocol.CapabilitiesEvent["body"]) => {
    session.capabilities = { ...session.capabilities, ...capabilities };
  },
};
