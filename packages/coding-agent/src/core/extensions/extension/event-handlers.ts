import type { AnyEventHandler } from "../contract/index.ts";

/** The handlers of an extension by event. The changes of all extensions are counted, so that it can be remembered which events have handlers. */
export class EventHandlers extends Map<string, AnyEventHandler[]> {
  static changes = 0;

  override set(event: string, handlers: AnyEventHandler[]): this {
    EventHandlers.changes++;
    return super.set(event, handlers);
  }

  override delete(event: string): boolean {
    EventHandlers.changes++;
    return super.delete(event);
  }

  override clear(): void {
    EventHandlers.changes++;
    super.clear();
  }
}
