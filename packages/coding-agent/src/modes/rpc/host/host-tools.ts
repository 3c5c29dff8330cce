import type { AgentTool, AgentToolResult, AgentToolUpdateCallback } from "@tau/agent";
import type { Session } from "../../../core/session/session.ts";
import type { Frame, HostCalls } from "./host-calls.ts";

export interface HostToolDefinition {
  readonly name: string;
  readonly label?: string;
  readonly description: string;
  /** JSON Schema. */
  readonly parameters: object;
}

/** Tools that the client runs. The model calls them like any other; each call is sent to the client. */
export class HostTools {
  private tools: AgentTool[] = [];
  private registrations: (() => void)[] = [];
  /** The client's tools that were inactive or unknown before the client added them. */
  private activated: ReadonlySet<string> = new Set();
  private readonly calls: HostCalls;

  constructor(calls: HostCalls) {
    this.calls = calls;
  }

  /** Replaces the whole previous set. A tool that one of the client's tools had covered is available again after that one is removed. */
  replace(definitions: readonly HostToolDefinition[], session: Session): string[] {
    const active = session.tools.activeNames().filter((name) => !this.activated.has(name));
    for (const unregister of this.registrations) unregister();
    this.tools = definitions.map((definition) => this.toolFor(definition));
    this.register(session, active);
    return this.tools.map(({ name }) => name);
  }

  /** Adds the tools to a new session that replaces the one in which they were set. */
  bind(session: Session): void {
    if (this.tools.length > 0) this.register(session, session.tools.activeNames());
  }

  private register(session: Session, active: readonly string[]): void {
    const names = this.tools.map(({ name }) => name);
    this.activated = new Set(names.filter((name) => !active.includes(name)));
    this.registrations = this.tools.map((tool) => session.tools.register({ tool }, "client"));
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

/** Converts the client's result. Accepts a bare string, because clients are written in many languages. */
function toolResult(value: unknown): AgentToolResult {
  if (isToolResult(value)) return { ...value, details: value.details ?? undefined };
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return { content: [{ type: "text", text }], details: undefined };
}

function isToolResult(value: unknown): value is AgentToolResult {
  return typeof value === "object" && value !== null && "content" in value && Array.isArray(value.content);
}
