import type {
  AnyEventHandler,
  Extension,
  ExtensionContext,
  ExtensionEvent,
  ExtensionEventName,
  ExtensionEventOf,
  ExtensionEventResultOf,
} from "../contract/index.ts";
import { EventHandlers } from "../extension/event-handlers.ts";

export interface Registration {
  readonly extensionPath: string;
  readonly handler: AnyEventHandler;
}

/** Delivers events to handlers one at a time, in order of loading, then of registration. A failing handler does not affect the others. */
export interface Dispatch {
  has(event: ExtensionEventName): boolean;
  /** Returns the handlers at this moment. Handlers that are added or removed later affect only the next dispatch. */
  handlersOf(event: ExtensionEventName): readonly Registration[];
  createContext(): ExtensionContext;
  report(extensionPath: string, event: string, error: unknown): void;
}

export function createDispatch(
  extensions: () => readonly Extension[],
  parts: Pick<Dispatch, "createContext" | "report">,
): Dispatch {
  return {
    ...parts,
    has: rememberedUntilChange(extensions, (event) =>
      extensions().some(({ handlers }) => (handlers.get(event)?.length ?? 0) > 0),
    ),
    handlersOf: (event) =>
      extensions().flatMap(({ path, handlers }) =>
        (handlers.get(event) ?? []).map((handler) => ({ extensionPath: path, handler })),
      ),
  };
}

/** Every delta of an answer asks. The answers are kept until handlers or extensions change, unless a program made an extension itself. */
function rememberedUntilChange(
  extensions: () => readonly Extension[],
  has: (event: ExtensionEventName) => boolean,
): (event: ExtensionEventName) => boolean {
  const known = new Map<ExtensionEventName, boolean>();
  let seen: readonly Extension[] | undefined;
  let changes = -1;
  let countsChanges = false;
  return (event) => {
    if (seen !== extensions() || changes !== EventHandlers.changes) {
      known.clear();
      seen = extensions();
      changes = EventHandlers.changes;
      countsChanges = seen.every(({ handlers }) => handlers instanceof EventHandlers);
    }
    if (!countsChanges) return has(event);
    const answer = known.get(event) ?? has(event);
    known.set(event, answer);
    return answer;
  };
}

/** Calls one handler. If it throws, reports the error and returns `undefined`. */
export async function ask<K extends ExtensionEventName>(
  dispatch: Dispatch,
  { extensionPath, handler }: Registration,
  event: ExtensionEventOf<K> & { type: K },
  ctx: ExtensionContext,
): Promise<ExtensionEventResultOf<K> | undefined> {
  try {
    return ((await handler(event, ctx)) ?? undefined) as ExtensionEventResultOf<K> | undefined;
  } catch (error) {
    dispatch.report(extensionPath, event.type, error);
    return undefined;
  }
}

/** Calls every handler and ignores the results. */
export async function notify(dispatch: Dispatch, event: ExtensionEvent): Promise<void> {
  const handlers = dispatch.handlersOf(event.type);
  if (handlers.length === 0) return;
  const ctx = dispatch.createContext();
  for (const registration of handlers) await ask(dispatch, registration, event as never, ctx);
}
