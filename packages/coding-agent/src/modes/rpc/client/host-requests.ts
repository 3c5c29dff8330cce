import type { AgentToolResult } from "@tau/agent";
import { errorText } from "../../../core/error-text.ts";
import type { RpcLine } from "./rpc-connection.ts";

export type HostToolHandler = (
  input: unknown,
  call: { toolCallId: string; signal: AbortSignal; onUpdate: (partialResult: AgentToolResult) => void },
) => Promise<AgentToolResult | string>;

export interface HostUriRequest {
  readonly operation: "read" | "write";
  readonly url: string;
  readonly content?: string;
  readonly signal: AbortSignal;
}

export type HostUriHandler = (
  request: HostUriRequest,
) => Promise<{ content?: string; contentType?: string; notes?: string[]; immutable?: boolean } | undefined>;

type Reply = (line: object) => void;

/** Answers the requests that the agent sends to the program that started it. */
export class HostRequests {
  private readonly tools = new Map<string, HostToolHandler>();
  private readonly underWay = new Map<string, AbortController>();
  private serveUri: HostUriHandler = async () => undefined;

  setTools(tools: readonly { name: string; execute: HostToolHandler }[]): void {
    this.tools.clear();
    for (const { name, execute } of tools) this.tools.set(name, execute);
  }

  setUriHandler(handler: HostUriHandler): void {
    this.serveUri = handler;
  }

  handles({ type }: RpcLine): boolean {
    return type.startsWith("host_tool_") || type.startsWith("host_uri_");
  }

  async answer(line: RpcLine, reply: Reply): Promise<void> {
    if (line.type === "host_tool_call")
      await this.run(line, () => this.callTool(line, reply), "host_tool_result", reply);
    else if (line.type === "host_uri_request")
      await this.run(line, () => this.readOrWrite(line), "host_uri_result", reply);
    else this.underWay.get(String(line.targetId))?.abort();
  }

  /** Runs a handler and sends its answer. An error becomes the answer; a cancelled request gets none. */
  private async run(line: RpcLine, handle: () => Promise<object>, type: string, reply: Reply): Promise<void> {
    const id = String(line.id);
    const controller = new AbortController();
    this.underWay.set(id, controller);
    const answer = await handle().catch((error: unknown) => failure(type, error));
    this.underWay.delete(id);
    if (!controller.signal.aborted) reply({ type, id, ...answer });
  }

  private async callTool(line: RpcLine, reply: Reply): Promise<object> {
    const { id, toolName, toolCallId, arguments: input } = line;
    const execute = this.tools.get(String(toolName));
    if (!execute) throw new Error(`There is no tool ${String(toolName)}.`);
    const onUpdate = (partialResult: AgentToolResult) => reply({ type: "host_tool_update", id, partialResult });
    return { result: await execute(input, { toolCallId: String(toolCallId), signal: this.signalOf(line), onUpdate }) };
  }

  private async readOrWrite(line: RpcLine): Promise<object> {
    const { operation, url, content } = line as unknown as HostUriRequest;
    const request = { operation, url, ...(content === undefined ? {} : { content }), signal: this.signalOf(line) };
    return (await this.serveUri(request)) ?? {};
  }

  private signalOf(line: RpcLine): AbortSignal {
    return this.underWay.get(String(line.id))?.signal ?? AbortSignal.abort();
  }
}

function failure(type: string, error: unknown): object {
  const message = errorText(error);
  return { isError: true, ...(type === "host_tool_result" ? { result: message } : { error: message }) };
}
