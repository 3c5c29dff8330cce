import type { AgentTool, AgentToolResult, AgentToolUpdateCallback } from "@tau/agent";
import type { AgentSession } from "../../../core/session/agent-session.ts";
import type { SessionTool } from "../../../core/session/tools/tool-set.ts";
import type { Frame, HostCalls } from "./host-calls.ts";

export interface HostToolDefinition {
  readonly name: string;
  readonly label?: string;
  readonly description: string;
  /** JSON Schema. */
  readonly parameters: object;
}

/** Tools that the client runs: the model calls them as any other, and the call goes over the wire. */
export class HostTools {
  private tools: AgentTool[] = [];
  /** What the session had under the same names: it is back when the client's are gone. */
  private shadowed: SessionTool[] = [];
  private wasActive: readonly string[] = [];
  private readonly calls: HostCalls;

  constructor(calls: HostCalls) {
    this.calls = calls;
  }

  /** Takes the place of the whole earlier set. */
  replace(definitions: readonly HostToolDefinition[], session: AgentSession): string[] {
    const gone = new Set(this.tools.map(({ name }) => name));
    const active = [...session.tools.activeNames().filter((name) => !gone.has(name)), ...this.wasActive];
    for (const name of gone) session.tools.unregister(name);
    for (const tool of this.shadowed) session.tools.register(tool);
    this.tools = definitions.map((definition) => this.toolFor(definition));
    this.register(session, active);
    return this.tools.map(({ name }) => name);
  }

  /** A new session has taken the place of the one the tools were set in. */
  bind(session: AgentSession): void {
    if (this.tools.length > 0) this.register(session, session.tools.activeNames());
  }

  private register(session: AgentSession, active: readonly string[]): void {
    const names = this.tools.map(({ name }) => name);
    this.shadowed = names.flatMap((name) => session.tools.get(name) ?? []);
    this.wasActive = active.filter((name) => names.includes(name));
    for (const tool of this.tools) session.tools.register({ tool });
    session.setActiveToolsByName([...active, ...names]);
  }

  private toolFor({ name, label = name, description, parameters }: HostToolDefinition): AgentTool {
    return {
      name,
      label,
      description,
      parameters,
      execute: (toolCallId, input, signal, onUpdate) =>
        this.execute({ toolCallId, toolName: name, arguments: input }, signal, onUpdate),
    };
  }

  private async execute(
    call: Frame,
    signal: AbortSignal | undefined,
    onUpdate: AgentToolUpdateCallback | undefined,
  ): Promise<AgentToolResult> {
    const answer = await this.calls.call(
      { type: "host_tool_call", ...call },
      {
        cancel: { type: "host_tool_cancel" },
        signal,
        onUpdate: ({ partialResult }) => onUpdate?.(toolResult(partialResult)),
      },
    );
    return { ...toolResult(answer.result), ...(answer.isError === true ? { isError: true } : {}) };
  }
}

/** Hosts are written in many languages: a bare string is a result too. */
function toolResult(value: unknown): AgentToolResult {
  if (isToolResult(value)) return { ...value, details: value.details ?? undefined };
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return { content: [{ type: "text", text }], details: undefined };
}

function isToolResult(value: unknown): value is AgentToolResult {
  return typeof value === "object" && value !== null && "content" in value && Array.isArray(value.content);
}
