import { errorText } from "../../core/error-text.ts";
import type { ExtensionBindings } from "../../core/extensions/session/session-extensions.ts";
import { check, type FileSchema } from "../../core/json-file/index.ts";
import { printWarning } from "../../core/output/print.ts";
import type { SessionRuntime } from "../../core/session/replace/session-runtime.ts";
import type { Session } from "../../core/session/session.ts";
import { settled } from "../print/settled.ts";
import type { LineSink } from "../wire/line-sink.ts";
import { writeEvent } from "../wire/write-event.ts";
import type { RpcContext } from "./command.ts";
import { rpcCommands } from "./commands/index.ts";
import { createRpcUi } from "./extension-ui.ts";
import { type Frame, HostCalls } from "./host/host-calls.ts";
import { HostTools } from "./host/host-tools.ts";
import { HostUris } from "./host/host-uris.ts";
import { PermissionRequests } from "./permission-requests.ts";
import { RpcError } from "./rpc-error.ts";
import { themeOf } from "./rpc-theme.ts";

/** Starts the extensions of the session with the bindings of this mode. */
export type StartExtensions = (bindings: ExtensionBindings) => Promise<void>;

/** A command as the server sees it. Its parameters are validated before it runs. */
interface RunnableCommand {
  readonly parameters: object;
  readonly order?: "exclusive" | "immediate";
  run(parameters: never, context: RpcContext): unknown;
}

/** The client's id of its request. A number is sent back as a number. */
type RequestId = string | number | undefined;

const commandsByName: ReadonlyMap<string, RunnableCommand> = new Map(
  rpcCommands.map((command) => [command.name, command]),
);

/** Answers the lines of one client and sends it the events of the session. */
export class RpcServer {
  /** Resolves when an extension has requested a shutdown and no work is left. */
  readonly shutdownRequested: Promise<void>;
  private readonly runtime: SessionRuntime;
  private readonly out: LineSink;
  private readonly calls: HostCalls;
  private readonly hostTools: HostTools;
  private readonly hostUris: HostUris;
  private readonly permissions: PermissionRequests;
  private readonly uiMethods = new Set<string>();
  /** Handlers of lines that are not commands but answers to our requests. */
  private readonly answers: Readonly<Record<string, (frame: Frame) => void>>;
  private readonly entering = new Set<Promise<unknown>>();
  private readonly underWay = new Set<Promise<void>>();
  private gate: Promise<void> = Promise.resolve();
  private wantsShutdown = false;
  private leave: () => void = () => undefined;
  private unsubscribe: () => void = () => undefined;

  constructor(runtime: SessionRuntime, out: LineSink) {
    this.runtime = runtime;
    this.out = out;
    this.calls = new HostCalls(out);
    this.hostTools = new HostTools(this.calls);
    this.hostUris = new HostUris(this.calls);
    this.permissions = new PermissionRequests(this.calls);
    this.answers = {
      host_tool_result: (frame) => this.calls.settle(frame),
      host_tool_update: (frame) => this.calls.update(frame),
      host_uri_result: (frame) => this.calls.settle(frame),
      extension_ui_response: (frame) => this.calls.settle(frame),
      permission_response: (frame) => this.calls.settle(frame),
    };
    this.shutdownRequested = new Promise((resolve) => {
      this.leave = resolve;
    });
  }

  /** Starts the extensions. Commands wait until they have started; dialogs of extensions do not. */
  async start(startExtensions: StartExtensions): Promise<void> {
    this.out.write({ type: "ready" });
    this.followSessions();
    const started = startExtensions({
      mode: "rpc",
      ui: createRpcUi(this.out, this.calls, this.uiMethods, () => themeOf(this.runtime.services)),
      shutdown: () => this.requestShutdown(),
      onError: ({ extensionPath, event, error }) =>
        this.out.write({ type: "extension_error", extensionPath, event, error }),
    });
    this.gate = started;
    await started;
  }

  receive(line: string): void {
    if (line.trim() === "") return;
    const frame = parseFrame(line);
    if (frame instanceof Error) this.out.write(failure("parse", undefined, frame));
    else if (typeof frame.type !== "string") this.out.write(failure("parse", idOf(frame), noType()));
    else if (Object.hasOwn(this.answers, String(frame.type))) this.answers[String(frame.type)]?.(frame);
    else this.begin(frame);
  }

  /** Shuts down when the current command or run has ended. */
  private requestShutdown(): void {
    this.wantsShutdown = true;
    this.leaveIfIdle();
  }

  /** Resolves when every command is answered and nothing runs. Cancels our requests to the client, because it sends nothing more. */
  async finish(): Promise<void> {
    this.calls.close();
    do {
      await Promise.allSettled(this.underWay);
      await settled(this.runtime.session);
    } while (this.underWay.size > 0 || !this.runtime.session.isIdle);
  }

  /** Stops the current work. When it resolves, every received command has been answered. */
  async close(): Promise<void> {
    this.calls.close();
    const { session } = this.runtime;
    const aborted = [session.bash.abort(), session.abort()];
    await Promise.allSettled(this.underWay);
    await Promise.all(aborted);
    // A prompt may have been accepted meanwhile.
    if (!this.runtime.session.isIdle) await this.runtime.session.abort();
  }

  private begin(frame: Frame): void {
    const name = String(frame.type);
    const id = idOf(frame);
    const command = commandsByName.get(name);
    if (!command) {
      this.out.write(failure(name, id, new RpcError("unknown-command", `Unknown command: ${name}`)));
      return;
    }
    const { order } = command;
    const execute = () => this.execute(command, name, id, frame);
    const done = (order === "immediate" ? execute() : this.gate.then(execute)).finally(() => {
      this.underWay.delete(done);
      this.leaveIfIdle();
    });
    this.underWay.add(done);
    if (order === "exclusive") this.gate = done;
  }

  /** Runs a command and writes its answer. Never rejects: an error becomes the answer. */
  private async execute(command: RunnableCommand, name: string, id: RequestId, frame: Frame): Promise<void> {
    try {
      const { type: _, id: __, ...parameters } = frame;
      checkParameters(command.parameters, parameters, name);
      const data = await command.run(parameters as never, this.contextFor(id));
      this.out.write({ ...answer(name, id), success: true, ...(data === undefined ? {} : { data }) });
    } catch (error) {
      this.out.write(failure(name, id, error));
    }
  }

  private contextFor(request: RequestId): RpcContext {
    const { runtime, hostTools, hostUris, permissions, uiMethods, entering } = this;
    const { session, services } = runtime;
    const id = request === undefined ? undefined : String(request);
    return { runtime, session, services, hostTools, hostUris, permissions, uiMethods, entering, id, reportLate };
  }

  /** Connects the client to the current session, whichever command or extension started it. */
  private followSessions(): void {
    const { hooks } = this.runtime;
    const { onReplaced } = hooks;
    hooks.onReplaced = async (session, start) => {
      this.bind(session);
      await onReplaced?.(session, start);
    };
    // The extensions that asked are about to be disposed, so they no longer need the answers.
    this.runtime.setBeforeSessionInvalidate(() => this.calls.cancelAll());
    this.bind(this.runtime.session);
  }

  private bind(session: Session): void {
    this.unsubscribe();
    this.hostUris.bind(session);
    this.hostTools.bind(session);
    this.permissions.bind(session);
    this.unsubscribe = session.subscribe((event) => {
      writeEvent(event, this.out);
      if (event.type === "agent_settled") this.leaveIfIdle();
    });
    void session.restoreQueue().catch(reportLate);
  }

  private leaveIfIdle(): void {
    if (this.wantsShutdown && this.underWay.size === 0 && this.runtime.session.isIdle) this.leave();
  }
}

function idOf({ id }: Frame): RequestId {
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

function noType(): RpcError {
  return new RpcError("invalid-command", "Failed to parse command: a command is a JSON object with a type");
}

function parseFrame(line: string): Frame | Error {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Frame;
    return noType();
  } catch (error) {
    return new RpcError("invalid-command", `Failed to parse command: ${errorText(error)}`, { cause: error });
  }
}

function checkParameters(schema: object, parameters: Frame, name: string): void {
  for (const { path, reason } of check(schema as FileSchema, parameters))
    throw new RpcError("invalid-command", `${[name, ...path].join(".")} ${reason}`);
}

function answer(command: string, id: RequestId): object {
  return { ...(id === undefined ? {} : { id }), type: "response", command };
}

function failure(command: string, id: RequestId, error: unknown): object {
  return { ...answer(command, id), success: false, error: errorText(error) };
}

function reportLate(error: unknown): void {
  printWarning(errorText(error));
}
