import type {
  AnyEventHandler,
  Extension,
  ExtensionContext,
  ExtensionEvent,
  ExtensionEventName,
  ExtensionEventOf,
  ExtensionEventResultOf,
} from "../contract/index.ts";

export interface Registration {
  readonly extensionPath: string;
  readonly handler: AnyEventHandler;
}

/** How events reach handlers: in the order of loading, then of registration, one at a time, each failure kept to itself. */
export interface Dispatch {
  has(event: ExtensionEventName): boolean;
  /** As they are now: what is added or removed meanwhile takes part in the next dispatch. */
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
    has: (event) => extensions().some(({ handlers }) => (handlers.get(event)?.length ?? 0) > 0),
    handlersOf: (event) =>
      extensions().flatMap(({ path, handlers }) =>
        (handlers.get(event) ?? []).map((handler) => ({ extensionPath: path, handler })),
      ),
  };
}

/** Calls one handler. What it throws is reported, and its answer counts as none. */
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

/** Tells every handler. Answers are ignored. */
export async function notify(dispatch: Dispatch, event: ExtensionEvent): Promise<void> {
  const handlers = dispatch.handlersOf(event.type);
  if (handlers.length === 0) return;
  const ctx = dispatch.createContext();
  for (const registration of handlers) await ask(dispatch, registration, event as never, ctx);
}
