import { randomUUID } from "node:crypto";
import { LONGEST_TIMER_MS } from "@tau/ai";
import type {
  ExtensionUIContext,
  ExtensionUIDialogOptions,
  ExtensionUISource,
  ProgressRow,
  QuestionAnswer,
  UIComponents,
} from "../../core/extensions/contract/index.ts";
import { createNoUi } from "../../core/extensions/no-ui.ts";
import { defaultAnswer, isTimeOver } from "../../core/extensions/questions.ts";
import { unifiedPatch } from "../../core/extensions/unified-patch.ts";
import type { Theme } from "../../core/themes/index.ts";
import type { LineSink } from "../wire/line-sink.ts";
import type { Frame, HostCalls } from "./host/host-calls.ts";
import { RpcError } from "./rpc-error.ts";

const REQUEST = { type: "extension_ui_request" } as const;

type Tell = (request: Frame) => void;
type Ask = (request: Frame, options?: ExtensionUIDialogOptions) => Promise<Frame | undefined>;

/**
 * Creates the user interface that the client draws. Dialogs are sent as requests, notices as messages, and anything that needs a terminal
 * of our own has no effect. Methods that pi's clients do not know are sent only to a client that has declared them.
 */
export function createRpcUi(
  out: LineSink,
  calls: HostCalls,
  methods: ReadonlySet<string>,
  theme: () => Theme,
): ExtensionUISource {
  const tell: Tell = (request) => out.write({ ...REQUEST, id: randomUUID(), ...request });
  const ask: Ask = async (request, options = {}) => {
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
    setStatus: (statusKey, statusText, { priority } = {}) =>
      tell({
        method: "setStatus",
        statusKey,
        statusText,
        ...(priority === undefined ? {} : { statusPriority: priority }),
      }),
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
  const native = nativeComponents(tell, ask);
  const declared = Object.keys(native).map((name) => [
    name,
    { get: () => (methods.has(name) ? native[name as keyof typeof native] : undefined), enumerable: true },
  ]);
  return Object.defineProperties(Object.assign(createNoUi(), own), {
    theme: { get: theme, enumerable: true },
    ...Object.fromEntries(declared),
  });
}

/** Returns the components that a client may draw itself. */
function nativeComponents(tell: Tell, ask: Ask): Pick<UIComponents, "ask" | "diff" | "progress"> {
  return {
    ask: async (questions, opts) => {
      const begun = performance.now();
      const answer = await ask({ method: "ask", questions }, opts);
      if (answer?.timedOut === true || (!answer && isTimeOver(begun, opts))) return questions.map(defaultAnswer);
      return Array.isArray(answer?.answers) ? answersOf(answer.answers, questions) : undefined;
    },
    diff: async (options) => {
      const { title, path, actions = [], signal } = options;
      const request = { method: "diff", title, diff: await unifiedPatch(options), actions, ...(path ? { path } : {}) };
      return textOf(await ask(request, signal ? { signal } : {}));
    },
    progress: (text, { fraction } = {}) => progressRow(tell, { text, ...(fraction === undefined ? {} : { fraction }) }),
  };
}

function progressRow(tell: Tell, first: { text: string; fraction?: number }): ProgressRow {
  const progressKey = randomUUID();
  let shown = first;
  const show = () => tell({ method: "progress", progressKey, ...shown });
  const done = () => tell({ method: "progress", progressKey });
  show();
  return {
    update: (change) => {
      shown = { ...shown, ...change };
      show();
    },
    done,
    [Symbol.dispose]: done,
  };
}

/** Returns one answer per question, as the client gave it. Drops labels that were not offered. */
function answersOf(
  given: readonly unknown[],
  questions: Parameters<UIComponents["ask"]>[0],
): QuestionAnswer[] | undefined {
  const answers = questions.map(({ id, options }): QuestionAnswer | undefined => {
    const found = given.find((each): each is Frame => (each as Frame | null)?.id === id);
    if (!found) return undefined;
    const { selected, other, timedOut } = found;
    const labels = new Set(options.map(({ label }) => label));
    return {
      id,
      selected: Array.isArray(selected) ? selected.filter((label) => labels.has(label)) : [],
      ...(typeof other === "string" ? { other } : {}),
      ...(timedOut === true ? { timedOut } : {}),
    };
  });
  const isWhole = (all: typeof answers): all is QuestionAnswer[] => all.every((each) => each !== undefined);
  return isWhole(answers) ? answers : undefined;
}

/** Returns a signal that closes the dialog: at the caller's abort or at the timeout, whichever comes first. */
function endOf({ signal, timeout }: ExtensionUIDialogOptions): AbortSignal | undefined {
  const late = timeout === undefined ? [] : [AbortSignal.timeout(Math.min(timeout, LONGEST_TIMER_MS))];
  const limits = [...(signal ? [signal] : []), ...late];
  return limits.length === 0 ? undefined : AbortSignal.any(limits);
}

/** Treats an unanswered dialog as dismissed. */
function dismissed(error: unknown): undefined {
  if (!(error instanceof RpcError)) throw error;
}

function textOf(answer: Frame | undefined): string | undefined {
  return typeof answer?.value === "string" ? answer.value : undefined;
}
