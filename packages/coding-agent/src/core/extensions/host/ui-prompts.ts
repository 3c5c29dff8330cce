import type { ExtensionUI, UIPromptEndEvent, UIPromptKind, UIPromptStartEvent } from "../contract/index.ts";

/**
 * Announces when Tau starts and stops waiting for the user. Nested dialogs count as one wait. The announcements are not awaited, so that a
 * slow handler never delays a dialog.
 */
export function announcePrompts(
  ui: ExtensionUI,
  announce: (event: UIPromptStartEvent | UIPromptEndEvent) => void,
): ExtensionUI {
  let depth = 0;
  const waiting = async <T>(kind: UIPromptKind, title: string | undefined, show: () => Promise<T>): Promise<T> => {
    const span = { reason: "ui_prompt" as const, kind, ...(title === undefined ? {} : { title }) };
    depth += 1;
    if (depth === 1) announce({ type: "ui_prompt_start", ...span });
    try {
      return await show();
    } finally {
      depth -= 1;
      if (depth === 0) announce({ type: "ui_prompt_end", ...span });
    }
  };
  const dialogs: Pick<ExtensionUI, UIPromptKind | "ask" | "list" | "diff"> = {
    select: (title, options, opts) => waiting("select", title, () => ui.select(title, options, opts)),
    confirm: (title, message, opts) => waiting("confirm", title, () => ui.confirm(title, message, opts)),
    input: (title, placeholder, opts) => waiting("input", title, () => ui.input(title, placeholder, opts)),
    editor: (title, prefill) => waiting("editor", title, () => ui.editor(title, prefill)),
    custom: (factory, options) => waiting("custom", undefined, () => ui.custom(factory, options)),
    ask: (questions, opts) => waiting("custom", questions[0]?.question, () => ui.ask(questions, opts)),
    diff: (options) => waiting("custom", options.title, () => ui.diff(options)),
    list: (options) => {
      const list = ui.list(options);
      void waiting("custom", options.title, () => list.closed).catch(() => undefined);
      return list;
    },
  };
  // Everything else, including the current theme, comes from the mode.
  return new Proxy(ui, {
    get(target, key) {
      if (Object.hasOwn(dialogs, key)) return dialogs[key as keyof typeof dialogs];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
