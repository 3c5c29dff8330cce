import type { AgentEventSink } from "../contract/config.ts";
import type { AgentEvent } from "../contract/events.ts";
import { isThenable } from "./is-thenable.ts";

/**
 * Passes events to a sink one at a time and in order, even if several tools report at once. A synchronous sink costs no await. After the
 * sink has failed, nothing more is delivered: every later `emit` fails with the same error.
 */
export class OrderedSink {
  failure: { readonly error: unknown } | undefined;
  private tail: Promise<void> | undefined;
  private readonly sink: AgentEventSink;

  constructor(sink: AgentEventSink) {
    this.sink = sink;
  }

  emit(event: AgentEvent): undefined | Promise<void> {
    if (this.failure) throw this.failure.error;
    if (this.tail !== undefined) return this.follow(this.tail.then(() => this.deliver(event)));
    const delivery = this.deliver(event);
    return delivery === undefined ? undefined : this.follow(delivery);
  }

  private deliver(event: AgentEvent): undefined | Promise<void> {
    if (this.failure) throw this.failure.error;
    try {
      const delivery = this.sink(event);
      return isThenable(delivery) ? Promise.resolve(delivery).catch((error: unknown) => this.fail(error)) : undefined;
    } catch (error) {
      return this.fail(error);
    }
  }

  private fail(error: unknown): never {
    this.failure ??= { error };
    throw error;
  }

  private follow(delivery: Promise<void>): Promise<void> {
    this.tail = delivery;
    const clear = () => {
      if (this.tail === delivery) this.tail = undefined;
    };
    delivery.then(clear, clear);
    return delivery;
  }
}
