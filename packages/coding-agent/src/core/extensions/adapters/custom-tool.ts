import type { AgentToolResult, AgentToolUpdateCallback } from "@tau/agent";
import type {
  ExtensionAPI,
  ExtensionContext,
  ExtensionFactory,
  ExtensionToolContext,
  ExtensionUIContext,
  PendingAction,
  ToolDefinition,
} from "../contract/index.ts";
import { ExtensionHostError } from "../extension-host-error.ts";
import { createNoUi } from "../no-ui.ts";

/** The API that is passed to the factory of a custom tool. */
export interface CustomToolAPI extends Pick<ExtensionAPI, "exec"> {
  readonly cwd: string;
  readonly ui: ExtensionUIContext;
  readonly hasUI: boolean;
  /** Throws if no session has started yet. */
  pushPendingAction(action: CustomToolPendingAction): void;
}

/** A change that a custom tool has prepared. The model accepts or rejects it with the tool `resolve`. */
export interface CustomToolPendingAction {
  readonly label: string;
  apply(reason: string): Promise<AgentToolResult | string> | AgentToolResult | string;
  /** The returned text replaces the default text. */
  reject?(reason: string): Promise<AgentToolResult | string | undefined> | AgentToolResult | string | undefined;
  /** Default: the module's tool, if the module has exactly one. */
  readonly sourceToolName?: string;
}

/** A tool whose `execute` takes its arguments in a different order than an extension's tool. `onSession` reports session events to it. */
export type CustomTool = Omit<ToolDefinition, "execute"> & {
  execute(
    toolCallId: string,
    params: unknown,
    onUpdate: AgentToolUpdateCallback | undefined,
    ctx: ExtensionToolContext,
    signal: AbortSignal | undefined,
  ): Promise<AgentToolResult>;
  onSession?(event: { reason: string }, ctx: ExtensionContext): unknown;
};

export type CustomToolFactory = (api: CustomToolAPI) => CustomTool | CustomTool[] | Promise<CustomTool | CustomTool[]>;

/** Turns a custom tool into an extension that only registers tools. Throws if a tool's name is taken. */
export function adaptCustomTool(factory: CustomToolFactory, cwd: string, taken: ReadonlySet<string>): ExtensionFactory {
  return async (pi) => {
    const session: ToolSession = { names: [] };
    const made = await factory(customToolApi(pi, cwd, session));
    const tools = Array.isArray(made) ? made : [made];
    session.names = tools.map(({ name }) => name);
    for (const tool of tools) {
      if (taken.has(tool.name))
        throw new ExtensionHostError(
          "invalid-registration",
          `There is a tool "${tool.name}" already. Choose another name.`,
        );
      const { execute, onSession: _, ...rest } = tool;
      pi.registerTool({
        ...rest,
        execute: (id, params, signal, onUpdate, ctx) =>
          Reflect.apply(execute, tool, [id, params, onUpdate, ctx, signal]),
      });
    }
    const tell = (reason: string) => async (_event: unknown, ctx: ExtensionContext) => {
      session.ctx = ctx;
      const outcomes = await Promise.allSettled(tools.map(async (tool) => await tool.onSession?.({ reason }, ctx)));
      // Call every tool before reporting the first failure.
      const failed = outcomes.find((outcome) => outcome.status === "rejected");
      if (failed) throw failed.reason;
    };
    pi.on("session_start", (event, ctx) => tell(reasonOf(event.reason))(event, ctx));
    pi.on("session_tree", tell("tree"));
    pi.on("session_shutdown", tell("shutdown"));
    for (const event of ["auto_compaction_start", "auto_compaction_end", "auto_retry_start", "auto_retry_end"] as const)
      pi.on(event, tell(event) as never);
  };
}

function reasonOf(reason: string): string {
  if (reason === "fork") return "branch";
  return reason === "new" || reason === "resume" ? "switch" : "start";
}

interface ToolSession {
  ctx?: ExtensionContext;
  /** The names of the module's tools. */
  names: readonly string[];
}

function pendingAction(action: CustomToolPendingAction, names: readonly string[]): PendingAction {
  const { label, sourceToolName = names.length === 1 ? names[0] : undefined } = action;
  return {
    label,
    toolName: sourceToolName ?? "custom tool",
    apply: async (reason) => textOf(await action.apply(reason)) ?? `Applied: ${label}.`,
    discard: async (reason) => textOf(await action.reject?.(reason)) ?? `Discarded: ${label}. Reason: ${reason}`,
  };
}

/** Returns the text of a result, or `undefined` if it has none. */
function textOf(result: AgentToolResult | string | undefined): string | undefined {
  if (typeof result !== "object") return result;
  return result.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n") || undefined;
}

/** Before the session starts, `ui` is a stand-in that cannot reach the user. */
function customToolApi(pi: ExtensionAPI, cwd: string, session: Readonly<ToolSession>): CustomToolAPI {
  const none = createNoUi();
  const api: CustomToolAPI = {
    cwd,
    exec: pi.exec,
    get ui() {
      return session.ctx?.ui ?? none;
    },
    get hasUI() {
      return session.ctx?.hasUI ?? false;
    },
    pushPendingAction(action) {
      if (!session.ctx)
        throw new ExtensionHostError(
          "not-available",
          "Pending action store unavailable for custom tools in this runtime.",
        );
      pi.actions.push(pendingAction(action, session.names));
    },
  };
  return new Proxy(api, { get: (own, key) => (key in own ? Reflect.get(own, key) : Reflect.get(pi, key)) });
}
