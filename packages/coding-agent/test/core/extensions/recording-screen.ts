import { getKeybindings } from "@tau/tui";
import { createNoUi, type ExtensionUIContext } from "../../../src/core/extensions/index.ts";
import type { ExtensionBindings } from "../../../src/core/extensions/session/session-extensions.ts";

export interface Replies {
  readonly confirm?: boolean;
  readonly select?: string | ((title: string, options: string[]) => string | undefined);
  readonly input?: string;
  readonly editor?: string;
  /** Pressed one after another in every screen of an extension's own. */
  readonly keys?: readonly string[];
}

export type Call = readonly [name: string, ...args: unknown[]];

/** A screen that keeps what extensions do with it, shows their components to nobody, and presses keys. */
export function recordingScreen(mode: "tui" | "rpc", replies: Replies = {}) {
  const calls: Call[] = [];
  const drawn: string[] = [];
  const plain = createNoUi();
  const answers: Partial<ExtensionUIContext> = {
    confirm: async () => replies.confirm ?? false,
    select: async (title, options) =>
      typeof replies.select === "function" ? replies.select(title, options) : replies.select,
    input: async () => replies.input,
    editor: async (_title, prefill) => replies.editor ?? prefill,
    setTheme: () => ({ success: true }),
    custom: (factory) => show(factory as never, replies.keys ?? [], drawn, plain) as never,
  };
  const ui = new Proxy(plain, {
    get(target, key) {
      const value: unknown = Reflect.get(answers, key) ?? Reflect.get(target, key);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        calls.push([String(key), ...args]);
        return value(...args);
      };
    },
  });
  return {
    calls,
    drawn,
    bindings: { mode, ui } satisfies Partial<ExtensionBindings>,
    /** The last arguments of a call by that name. */
    last: (name: string): unknown[] | undefined => calls.findLast(([called]) => called === name)?.slice(1),
    said: () => calls.flatMap(([name, text]) => (name === "notify" ? [String(text)] : [])),
  };
}

interface Shown {
  render(width: number): string[];
  handleInput?(data: string): void;
  dispose?(): void;
}

type Factory = (tui: unknown, theme: unknown, keys: unknown, done: (result: unknown) => void) => Shown | Promise<Shown>;

async function show(factory: Factory, keys: readonly string[], drawn: string[], ui: ExtensionUIContext) {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const component = await factory(fakeTui, ui.theme, getKeybindings(), resolve);
  drawn.push(component.render(100).join("\n"));
  for (const key of keys) component.handleInput?.(key);
  drawn.push(component.render(100).join("\n"));
  const result = await promise;
  component.dispose?.();
  return result;
}

export const fakeTui = {
  requestRender: () => undefined,
  terminal: { rows: 40, columns: 120, write: () => undefined },
  setFocus: () => undefined,
};

export const editorTheme = {
  borderColor: (text: string) => text,
  selectList: {
    selectedPrefix: (text: string) => text,
    selectedText: (text: string) => text,
    description: (text: string) => text,
    scrollInfo: (text: string) => text,
    noMatch: (text: string) => text,
  },
};
