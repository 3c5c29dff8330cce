import { PERMISSION_MODES } from "../../permission/permission-mode.ts";
import type {
  BackgroundWork,
  ChildSessions,
  ExtensionAPI,
  ExtensionPermissions,
  ExtensionState,
  FoldedState,
  PendingActions,
} from "../contract/index.ts";
import { ExtensionHostError } from "../extension-host-error.ts";
import type { Generation } from "../host/generation.ts";
import { outsideExtensions } from "../host/unhandled-errors.ts";
import { BranchFold } from "../session/hooks/branch-fold.ts";
import type { SessionPorts } from "../session/session-ports.ts";
import type { OpenExtension } from "./create-extension.ts";

type Namespaces = Pick<
  ExtensionAPI,
  "children" | "background" | "actions" | "permissions" | "services" | "state" | "publish" | "tools"
>;

/** Returns the session's ports at the time of use. Throws if there is no session yet. */
type Ports = (name: string) => SessionPorts;

/** Creates the members of `pi` that give access to parts of the session. */
export function sessionNamespaces(extension: OpenExtension, generation: Generation): Namespaces {
  const ports: Ports = (name) => generation.ports(name);
  const name = nameOf(extension);
  return {
    children: childSessions(ports, generation),
    background: backgroundWork(ports, generation),
    actions: pendingActions(ports),
    permissions: extensionPermissions(ports),
    services: generation.services,
    state: extensionState(ports, name),
    publish: (event, data) => {
      const { session } = ports("publish").parts;
      void outsideExtensions(() =>
        session.emit({ type: "extension_event", extension: name, name: event, ...plain(data) }),
      );
    },
    tools: {
      findable: () => generation.actions("tools.findable").tools.findable(),
      declare: (names, options) => generation.actions("tools.declare").tools.declare(names, options),
    },
  };
}

function childSessions(ports: Ports, generation: Generation): ChildSessions {
  return {
    create: async (options) => await ports("children.create").createChild(options),
    reopen: async (id, options) => await ports("children.reopen").createChild(options, id),
    list: () => ports("children.list").liveChildren?.list() ?? [],
    get: (id) => ports("children.get").liveChildren?.get(id),
    ask: async (id, question, options) => await (await ports("children.ask").children()).ask(id, question, options),
    records: async () => (await ports("children.records").children()).records(),
    subscribe: (listener) => {
      const loading = ports("children.subscribe").children();
      let isOver = false;
      let unsubscribe: () => void = () => undefined;
      void loading.then((children) => {
        if (!isOver) unsubscribe = children.subscribe(listener);
      });
      return generation.untilEnd(() => {
        isOver = true;
        unsubscribe();
      });
    },
  };
}

function backgroundWork(ports: Ports, generation: Generation): BackgroundWork {
  const background = (name: string) => ports(`background.${name}`).background;
  return {
    start: (request) => background("start").start(request),
    list: () => background("list").list(),
    get: (id) => background("get").get(id),
    wait: async (ids, options) => await background("wait").wait(ids, options),
    records: () => background("records").records(),
    subscribe: (listener) => generation.untilEnd(background("subscribe").subscribe(listener)),
  };
}

function pendingActions(ports: Ports): PendingActions {
  return {
    push: (action) => ports("actions.push").actions.push(action),
    list: () => ports("actions.list").actions.list(),
  };
}

function extensionPermissions(ports: Ports): ExtensionPermissions {
  const services = (name: string) => ports(`permissions.${name}`).parts.services;
  return {
    getMode: async () => {
      const { settings, agentDir } = services("getMode");
      const set = settings.getSettings().permissionMode;
      if (set !== undefined) return set;
      const { sandboxState } = await import("../../sandbox/session-sandbox.ts");
      return (await sandboxState({ settings, agentDir })).kind === "none" ? "ask" : "auto";
    },
    setMode: (mode) => {
      const modes = PERMISSION_MODES.join(", ");
      if (!PERMISSION_MODES.includes(mode))
        throw new ExtensionHostError("invalid-arguments", `There is no permission mode "${mode}". There are ${modes}.`);
      services("setMode").settings.applyOverrides({ permissionMode: mode });
    },
  };
}

function extensionState(ports: Ports, name: string): ExtensionState {
  type Values = Readonly<Record<string, unknown>>;
  type Change = { readonly key: string; readonly value?: unknown };
  const log = () => ports("state").parts.session;
  const fold = <TState, TChange>(
    customType: string,
    initial: TState,
    apply: (state: TState, change: TChange) => TState,
  ): FoldedState<TState, TChange> => {
    const folded = new BranchFold(customType, initial, apply);
    return {
      get: () => folded.read(log().log),
      append: (change) => log().appendCustomEntry(customType, plain(change).data),
    };
  };
  const values = fold<Values, Change>(`${name}.state`, {}, (state, { key, value }) => ({ ...state, [key]: value }));
  return {
    get: <T>(key: string) => values.get()[key] as T | undefined,
    set: (key, value) => values.append({ key, value }),
    fold: (part, initial, apply) => fold(`${name}.${part}`, initial, apply),
  };
}

/** Returns a JSON copy of the data for clients and the log, so that later changes to the value have no effect on it. */
function plain<T>(data: T): { data: T } | { data?: undefined } {
  if (data === undefined) return {};
  try {
    return { data: JSON.parse(JSON.stringify(data)) as T };
  } catch (error) {
    throw notJson(error);
  }
}

function notJson(cause: unknown): ExtensionHostError {
  return new ExtensionHostError("invalid-arguments", "Only values that JSON can hold are kept and sent.", { cause });
}

/** Returns `calc` for `builtin:calc` and for `<inline:calc>`; for a file its path. */
function nameOf({ path }: OpenExtension): string {
  return /^(?:builtin:|<inline:)(.+?)>?$/.exec(path)?.[1] ?? path;
}
