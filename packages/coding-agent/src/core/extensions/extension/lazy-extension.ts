import type {
  AnyEventHandler,
  ExtensionAPI,
  ExtensionContext,
  ExtensionEvent,
  ExtensionEventName,
  ExtensionModeDefinition,
  ExtensionServices,
  ExtensionShortcut,
  NamedExtension,
  RegisteredCommand,
  ToolDefinition,
} from "../contract/index.ts";
import { ExtensionHostError } from "../extension-host-error.ts";
import type { CommandManifest, ExtensionManifest, ToolManifest } from "./extension-manifest.ts";
import { readTool, withFields } from "./read-tool.ts";

/**
 * The extension that a manifest describes. It registers what the manifest names at once and loads its code when something of that is
 * used; what the code registers then covers it, and what it registers besides is there from that moment on.
 */
export function lazyExtension(manifest: ExtensionManifest): NamedExtension {
  const { name, tools = [], commands = {}, flags = {}, services = [], keys = {}, mode, draws } = manifest;
  let latest: LazyCode | undefined;
  return {
    name,
    builtin: true,
    hidden: true,
    replaceable: true,
    ...(draws && { drawings: { names: draws, load: async () => await latest?.loaded() } }),
    factory(pi) {
      const code = new LazyCode(manifest, pi);
      latest = code;
      for (const tool of tools) pi.registerTool(placeholder(tool, code));
      for (const [command, each] of Object.entries(commands)) registerLateCommand(pi, code, command, each);
      for (const [flag, options] of Object.entries(flags)) pi.registerFlag(flag, options);
      for (const service of services) pi.services.offer(service, () => code.service(service));
      for (const [action, each] of Object.entries(keys)) registerLateKey(pi, code, action, each);
      if (mode) pi.registerMode(name, { ...mode, run: async (ctx) => await (await code.mode(name)).run(ctx) });
      for (const event of eventsOf(manifest)) pi.on(event, lazyHandler(event, manifest, code) as never);
    },
  };
}

function eventsOf({ events = [], lateEvents = [] }: ExtensionManifest): readonly ExtensionEventName[] {
  return [...events, ...lateEvents];
}

type Shortcut = Pick<ExtensionShortcut, "handler">;
type Command = Pick<RegisteredCommand, "handler" | "getArgumentCompletions">;

function wordsStarting(prefix: string, words: readonly string[]) {
  return words.filter((word) => word.startsWith(prefix)).map((word) => ({ value: word, label: word }));
}

/** What the code provides is remembered, for the use that made the code load. */
function providing(services: ExtensionServices, known: Map<string, unknown>, undo: (() => void)[]): ExtensionServices {
  return {
    has: (key) => services.has(key),
    use: (key) => services.use(key),
    offer: (key, load) => services.offer(key, load),
    provide: (key, value) => {
      known.set(key, value);
      const takeBack = services.provide(key, value);
      undo.push(takeBack);
      return takeBack;
    },
  };
}

/** The code of an extension, from its first use on. */
class LazyCode {
  private readonly manifest: ExtensionManifest;
  private readonly pi: ExtensionAPI;
  private readonly tools = new Map<string, ToolDefinition>();
  private readonly commands = new Map<string, Command>();
  private readonly shortcuts = new Map<string, Shortcut>();
  private readonly modes = new Map<string, ExtensionModeDefinition>();
  private readonly handlers = new Map<ExtensionEventName, readonly AnyEventHandler[]>();
  private readonly services = new Map<string, unknown>();
  private loading: Promise<void> | undefined;

  constructor(manifest: ExtensionManifest, pi: ExtensionAPI) {
    this.manifest = manifest;
    this.pi = pi;
  }

  async tool(name: string): Promise<ToolDefinition> {
    await this.loaded();
    return this.tools.get(name) ?? this.missing(`the tool ${name}`);
  }

  async command(name: string): Promise<Command> {
    await this.loaded();
    return this.commands.get(name) ?? this.missing(`the command ${name}`);
  }

  async service(name: string): Promise<unknown> {
    await this.loaded();
    return this.services.has(name) ? this.services.get(name) : this.missing(`the service ${name}`);
  }

  async shortcut(action: string): Promise<Shortcut> {
    await this.loaded();
    return this.shortcuts.get(action) ?? this.missing(`the key ${action}`);
  }

  async mode(name: string): Promise<ExtensionModeDefinition> {
    await this.loaded();
    return this.modes.get(name) ?? this.missing(`the mode ${name}`);
  }

  async handlersOf(event: ExtensionEventName): Promise<readonly AnyEventHandler[]> {
    await this.loaded();
    return this.handlers.get(event) ?? [];
  }

  /** Code that could not be loaded is tried again at its next use. */
  async loaded(): Promise<void> {
    this.loading ??= this.load();
    try {
      await this.loading;
    } catch (error) {
      this.loading = undefined;
      throw error;
    }
  }

  private async load(): Promise<void> {
    const undo: (() => void)[] = [];
    try {
      const { default: factory } = await this.manifest.load();
      await factory(this.registering(undo));
    } catch (error) {
      for (const takeBack of undo.toReversed()) takeBack();
      this.tools.clear();
      this.commands.clear();
      this.shortcuts.clear();
      this.modes.clear();
      this.handlers.clear();
      throw error;
    }
  }

  /** The real `pi`. What the manifest has named is remembered, for the calls that made the code load. */
  private registering(undo: (() => void)[]): ExtensionAPI {
    const { pi, manifest } = this;
    const own: Partial<ExtensionAPI> = {
      services: providing(pi.services, this.services, undo),
      on: (event, handler) =>
        eventsOf(manifest).includes(event) ? this.addHandler(event, handler as AnyEventHandler) : pi.on(event, handler),
      registerTool: (tool) => {
        const definition = declared(tool as unknown as ToolDefinition, manifest);
        this.tools.set(tool.name, definition);
        return pi.registerTool(definition);
      },
      registerCommand: (name, options) => {
        const { description, words } = manifest.commands?.[name] ?? {};
        this.commands.set(name, options);
        return pi.registerCommand(name, {
          ...(description ? { description } : {}),
          ...(words && { getArgumentCompletions: (prefix: string) => wordsStarting(prefix, words) }),
          ...options,
        });
      },
      registerShortcut: (key, options) => {
        if (options.action !== undefined) this.shortcuts.set(options.action, options);
        return pi.registerShortcut(key, options);
      },
      registerMode: (name, definition) => {
        this.modes.set(name, definition);
        return pi.registerMode(name, definition);
      },
    };
    return new Proxy(pi, {
      get(target, key) {
        const member = Reflect.get(own, key) ?? Reflect.get(target, key);
        if (key !== "on" && !String(key).startsWith("register")) return member;
        return (...given: unknown[]) => {
          const takeBack = (member as (...given: unknown[]) => () => void)(...given);
          undo.push(takeBack);
          return takeBack;
        };
      },
    });
  }

  private addHandler(event: ExtensionEventName, handler: AnyEventHandler): () => void {
    const added: AnyEventHandler = (value, ctx) => handler(value, ctx);
    this.handlers.set(event, [...(this.handlers.get(event) ?? []), added]);
    return () =>
      this.handlers.set(
        event,
        (this.handlers.get(event) ?? []).filter((other) => other !== added),
      );
  }

  private missing(what: string): never {
    throw new ExtensionHostError(
      "load-failed",
      `The manifest of ${this.manifest.name} names ${what}, its code does not.`,
    );
  }
}

/** What a manifest says of a tool stands: the model and the prompt have seen it. All else is the code's. */
function declared(tool: ToolDefinition, { name, tools = [] }: ExtensionManifest): ToolDefinition {
  const manifest = tools.find((candidate) => candidate.name === tool.name);
  if (!manifest) return tool;
  const silent = { promptSnippet: undefined, promptGuidelines: undefined };
  const said = { ...silent, ...manifest } as Partial<ToolDefinition>;
  return withFields(readTool(tool, { resolvedPath: `builtin:${name}` }), said);
}

function placeholder(manifest: ToolManifest, code: LazyCode): ToolDefinition {
  return {
    ...manifest,
    parameters: manifest.parameters as ToolDefinition["parameters"],
    execute: async (...call) => await (await code.tool(manifest.name)).execute(...call),
  };
}

function registerLateCommand(
  pi: ExtensionAPI,
  code: LazyCode,
  name: string,
  { description, words }: CommandManifest,
): void {
  pi.registerCommand(name, {
    ...(description ? { description } : {}),
    getArgumentCompletions: async (prefix) => {
      if (words) return wordsStarting(prefix, words);
      return (await (await code.command(name)).getArgumentCompletions?.(prefix)) ?? null;
    },
    handler: async (args, ctx) => await (await code.command(name)).handler(args, ctx),
  });
}

function registerLateKey(
  pi: ExtensionAPI,
  code: LazyCode,
  action: string,
  { key, description }: NonNullable<ExtensionManifest["keys"]>[string],
): void {
  pi.registerShortcut(key, {
    ...(description ? { description } : {}),
    action,
    handler: async (ctx) => await (await code.shortcut(action)).handler(ctx),
  });
}

/** Several handlers of one event in the code are one to the host: the last answer counts. */
function lazyHandler(event: ExtensionEventName, { wants }: ExtensionManifest, code: LazyCode): AnyEventHandler {
  return async (value, ctx) => {
    if (wants && !wants(value as ExtensionEvent, ctx as ExtensionContext)) return undefined;
    let answer: unknown;
    for (const handler of await code.handlersOf(event)) answer = (await handler(value, ctx)) ?? answer;
    return answer;
  };
}
