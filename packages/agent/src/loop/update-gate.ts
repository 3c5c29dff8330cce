import type { AgentToolResult } from "../contract/tool.ts";

type UpdateListener = (partialResult: AgentToolResult) => void | Promise<void>;

/** Passes a tool's updates on until the tool has settled. A listener's failure never reaches the tool: `delivered` throws it. */
export class UpdateGate {
  private open = true;
  private last: Promise<void> | undefined;
  private failure: { readonly error: unknown } | undefined;
  private readonly listener: UpdateListener | undefined;

  constructor(listener: UpdateListener | undefined) {
    this.listener = listener;
  }

  push(partial: AgentToolResult): void {
    if (this.open) this.last = this.deliver(partial);
  }

  /** Drops all later updates. */
  close(): void {
    this.open = false;
  }

  async delivered(): Promise<void> {
    await this.last;
    if (this.failure) throw this.failure.error;
  }

  private async deliver(partial: AgentToolResult): Promise<void> {
    try {
      await this.listener?.(partial);
    } catch (error) {
      this.failure ??= { error };
    }
  }
}
