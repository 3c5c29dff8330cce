import type { ChildSessions, ExtensionAPI } from "../contract/index.ts";
import type { Generation } from "../host/generation.ts";
import type { SessionPorts } from "../session/session-ports.ts";
import type { OpenExtension } from "./create-extension.ts";

type Namespaces = Pick<ExtensionAPI, "children" | "tools">;

/** The members of `pi` that stand for parts of the session. */
export function sessionNamespaces(_extension: OpenExtension, generation: Generation): Namespaces {
  return {
    tools: {
      findable: () => generation.actions("tools.findable").tools.findable(),
      declare: (names, options) => generation.actions("tools.declare").tools.declare(names, options),
    },
    children: childSessions((name) => generation.ports(`children.${name}`), generation),
  };
}

function childSessions(ports: (name: string) => SessionPorts, generation: Generation): ChildSessions {
  return {
    create: async (options) => await ports("create").createChild(options),
    reopen: async (id, options) => await ports("reopen").createChild(options, id),
    list: () => ports("list").liveChildren?.list() ?? [],
    get: (id) => ports("get").liveChildren?.get(id),
    records: async () => (await ports("records").children()).records(),
    subscribe: (listener) => {
      const loading = ports("subscribe").children();
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
