import type { AgentToolResult, AgentToolUpdateCallback } from "@tau/agent";
import type {
  ExtensionAPI,
  ExtensionContext,
  ExtensionFactory,
  ExtensionToolContext,
  ExtensionUIContext,
  ToolDefinition,
} from "../contract/index.ts";
import { ExtensionHostError } from "../extension-host-error.ts";
import { createNoUi } from "../no-ui.ts";

/** What the factory of a custom tool is given. */
export interface CustomToolAPI extends Pick<ExtensionAPI, "exec"> {
  readonly cwd: string;
  readonly ui: ExtensionUIContext;
  readonly hasUI: boolean;
  pushPendingAction(action: unknown): never;
}

/** The arguments of `execute` come in another order than an extension's, and `onSession` tells of the session's life. */
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

/** A custom tool is an extension that registers tools and nothing else. A name that is taken is refused. */
export function adaptCustomTool(factory: CustomToolFactory, cwd: string, taken: ReadonlySet<string>): ExtensionFactory {
  return async (pi) => {
    const session: { ctx?: ExtensionContext } = {};
    const made = await factory(customToolApi(pi, cwd, session));
    const tools = Array.isArray(made) ? made : [made];
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
      const told = await Promise.allSettled(tools.map(async (tool) => await tool.onSession?.({ reason }, ctx)));
      // Every tool is told before the first failure is reported.
      const failed = told.find((outcome) => outcome.status === "rejected");
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

/** Until the session is there, the user cannot be reached. */
function customToolApi(pi: ExtensionAPI, cwd: string, session: { readonly ctx?: ExtensionContext }): CustomToolAPI {
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
    pushPendingAction() {
      throw new ExtensionHostError(
        "not-available",
        "Pending action store unavailable for custom tools in this runtime.",
      );
    },
  };
  return new Proxy(api, { get: (own, key) => (key in own ? Reflect.get(own, key) : Reflect.get(pi, key)) });
}
