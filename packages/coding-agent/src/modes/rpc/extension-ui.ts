import { randomUUID } from "node:crypto";
import { LONGEST_TIMER_MS } from "@tau/ai";
import type { ExtensionUIContext, ExtensionUIDialogOptions } from "../../core/extensions/contract/index.ts";
import { createNoUi } from "../../core/extensions/no-ui.ts";
import type { Theme } from "../../core/themes/index.ts";
import type { LineSink } from "../wire/line-sink.ts";
import type { Frame, HostCalls } from "./host/host-calls.ts";
import { RpcError } from "./rpc-error.ts";

const REQUEST = { type: "extension_ui_request" } as const;

/**
 * The user interface that the client draws. Dialogs are asked over the wire, what is shown is told, and what needs a terminal of our
 * own has no effect.
 */
export function createRpcUi(out: LineSink, calls: HostCalls, theme: () => Theme): ExtensionUIContext {
  const tell = (request: Frame) => out.write({ ...REQUEST, id: randomUUID(), ...request });
  const ask = async (request: Frame, options: ExtensionUIDialogOptions = {}) => {
    const { timeout } = options;
    const question = { ...REQUEST, ...request, ...(timeout === undefined ? {} : { timeout }) };
    return await calls
      .call(question, { cancel: { ...REQUEST, method: "cancel" }, signal: endOf(options) })
      .catch(dismissed);
  };
  const setEditorText = (text: string) => tell({ method: "set_editor_text", text });
  const own: Partial<ExtensionUIContext> = {
    select: async (title, options, opts) => textOf(await ask({ method: "select", title, options }, opts)),
    confirm: async (title, message, opts) =>
      (await ask({ method: "confirm", title, message }, opts))?.confirmed === true,
    input: async (title, placeholder, opts) => textOf(await ask({ method: "input", title, placeholder }, opts)),
    editor: async (title, prefill) => textOf(await ask({ method: "editor", title, prefill })),
    notify: (message, notifyType = "info") => tell({ method: "notify", message, notifyType }),
    setStatus: (statusKey, statusText) => tell({ method: "setStatus", statusKey, statusText }),
    setWidget: (widgetKey: string, content: unknown, options?: { placement?: string }) => {
      if (typeof content === "function") return;
      const widgetPlacement = options?.placement;
      tell({ method: "setWidget", widgetKey, widgetLines: content, ...(widgetPlacement ? { widgetPlacement } : {}) });
    },
    setTitle: (title) => tell({ method: "setTitle", title }),
    setEditorText,
    pasteToEditor: setEditorText,
    setTheme: () => ({ success: false, error: "Theme switching not supported in RPC mode" }),
  };
  return Object.defineProperty(Object.assign(createNoUi(), own), "theme", { get: theme, enumerable: true });
}

/** Whichever comes first takes the dialog away. */
function endOf({ signal, timeout }: ExtensionUIDialogOptions): AbortSignal | undefined {
  const late = timeout === undefined ? [] : [AbortSignal.timeout(Math.min(timeout, LONGEST_TIMER_MS))];
  const limits = [...(signal ? [signal] : []), ...late];
  return limits.length === 0 ? undefined : AbortSignal.any(limits);
}

/** A dialog that nobody answers counts as turned away. */
function dismissed(error: unknown): undefined {
  if (!(error instanceof RpcError)) throw error;
}

function textOf(answer: Frame | undefined): string | undefined {
  return typeof answer?.value === "string" ? answer.value : undefined;
}
