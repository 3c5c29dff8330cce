import { errorText } from "../../error-text.ts";
import type {
  AnyEventHandler,
  AnyModeDefinition,
  ExtensionAPI,
  ExtensionContext,
  ExtensionEvent,
  ExtensionEventName,
  ExtensionModeDefinition,
  ExtensionServerDefinition,
  ExtensionServices,
  ExtensionShortcut,
  ExtensionUrlScheme,
  InputPrefixService,
  NamedExtension,
  RegisteredCommand,
  ToolDefinition,
} from "../contract/index.ts";
import { ExtensionHostError } from "../extension-host-error.ts";
import { withinLoadLimit } from "../loader/load-limit.ts";
import {
  type CommandManifest,
  type ExtensionManifest,
  type ModeManifest,
  type ToolManifest,
  withLoadout,
} from "./extension-manifest.ts";
import { readTool, withFields } from "./read-tool.ts";
import { switchOff } from "./switch-off.ts";

/**
 * Returns the extension that a manifest describes. It registers everything in the manifest at once and loads its code at the first use of
 * one of these registrations. The registrations of the code then replace those of the manifest; additional ones take effect at that moment.
 * If the code throws, takes too long to load or lacks a part that the manifest names, the extension is switched off: all its registrations
 * are removed until the next reload. `hears` tells whether its `events` are of interest to it at the moment.
 */
export function lazyExtension(manifest: ExtensionManifest, hears: () => boolean = () => true): NamedExtension {
  const { name, tools = [], commands = {}, flags = {}, services = [], schemes = [], keys = {} } = manifest;
  const { mode, draws, inputPrefixes, completedSchemes = [] } = manifest;
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
      const { placed } = code;
      placed.push(...tools.map((tool) => pi.registerTool(placeholder(withLoadout(tool), code))));
      for (const [command, each] of Object.entries(commands)) placed.push(lateCommand(pi, code, command, each));
      for (const [flag, each] of Object.entries(flags)) placed.push(pi.registerFlag(flag, each));
      for (const service of services) placed.push(pi.services.offer(service, () => code.service(service)));
      placed.push(
        ...schemes.map((scheme) => pi.urls.register(lateScheme(scheme, code, completedSchemes.includes(scheme)))),
      );
      for (const [action, each] of Object.entries(keys)) placed.push(lateKey(pi, code, action, each));
      if (mode) placed.push(pi.registerMode(name, lateMode(mode, name, code)));
      if (inputPrefixes) placed.push(latePrefixes(pi, code, inputPrefixes));
      for (const event of eventsOf(manifest))
        placed.push(pi.on(event, lazyHandler(event, manifest, code, hears) as never));
    },
  };
}

function lateMode({ isServer, ...mode }: ModeManifest, name: string, code: LazyCode): AnyModeDefinition {
  const loaded = async <T>() => (await code.mode(name)) as T;
  return isServer
    ? { ...mode, serve: async (ctx) => await (await loaded<ExtensionServerDefinition>()).serve(ctx) }
    : { ...mode, run: async (ctx) => await (await loaded<ExtensionModeDefinition>()).run(ctx) };
}

function eventsOf({ events = [], lateEvents = [] }: ExtensionManifest): readonly ExtensionEventName[] {
  return [...events, ...lateEvents];
}

type Shortcut = Pick<ExtensionShortcut, "handler">;
type Command = Pick<RegisteredCommand, "handler" | "getArgumentCompletions">;

function wordsStarting(prefix: string, words: readonly string[]) {
  return words.filter((word) => word.startsWith(prefix)).map((word) => ({ value: word, label: word }));
}

/** Records the services that the code provides, for the call that caused the code to load. */
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

/** The code of an extension, which is loaded at its first use. */
class LazyCode {
  private readonly manifest: ExtensionManifest;
  private readonly pi: ExtensionAPI;
  private readonly tools = new Map<string, ToolDefinition>();
  private readonly commands = new Map<string, Command>();
  private readonly shortcuts = new Map<string, Shortcut>();
  private readonly modes = new Map<string, AnyModeDefinition>();
  private readonly handlers = new Map<ExtensionEventName, readonly AnyEventHandler[]>();
  private readonly services = new Map<string, unknown>();
  private readonly schemes = new Map<string, ExtensionUrlScheme>();
  /** Functions that each remove one registration of the manifest. */
  readonly placed: (() => void)[] = [];
  private loading: Promise<void> | undefined;
  private isOff = false;

  constructor(manifest: ExtensionManifest, pi: ExtensionAPI) {
    this.manifest = manifest;
    this.pi = pi;
  }

  async tool(name: string): Promise<ToolDefinition> {
    await this.loaded();
    return this.tools.get(name) as ToolDefinition;
  }

  async command(name: string): Promise<Command> {
    await this.loaded();
    return this.commands.get(name) as Command;
  }

  async service(name: string): Promise<unknown> {
    await this.loaded();
    return this.services.get(name);
  }

  async scheme(name: string): Promise<ExtensionUrlScheme> {
    await this.loaded();
    return this.schemes.get(name) as ExtensionUrlScheme;
  }

  async shortcut(action: string): Promise<Shortcut> {
    await this.loaded();
    return this.shortcuts.get(action) as Shortcut;
  }

  async mode(name: string): Promise<AnyModeDefinition> {
    await this.loaded();
    return this.modes.get(name) as AnyModeDefinition;
  }

  async handlersOf(event: ExtensionEventName): Promise<readonly AnyEventHandler[]> {
    await this.loaded();
    return this.handlers.get(event) ?? [];
  }

  /** Loads the code once. If that failed, rejects with the same error at every call. */
  async loaded(): Promise<void> {
    this.loading ??= this.load();
    await this.loading;
  }

  private async load(): Promise<void> {
    const undo: (() => void)[] = [];
    try {
      await withinLoadLimit(this.runFactory(undo), this.manifest.loadLimitMs);
      this.checkManifest();
    } catch (cause) {
      this.isOff = true;
      for (const takeBack of [...this.placed, ...undo].toReversed()) takeBack();
      const { name } = this.manifest;
      const message = `The battery ${name} is off until /reload: ${errorText(cause)}`;
      const error = new ExtensionHostError("load-failed", message, { cause });
      switchOff(this.pi, error);
      throw error;
    }
  }

  private async runFactory(undo: (() => void)[]): Promise<void> {
    const { default: factory } = await this.manifest.load();
    if (!this.isOff) await factory(this.registering(undo));
  }

  /** Throws if the code lacks a part that the manifest has offered to the model or the user. */
  private checkManifest(): void {
    const { name, tools = [], commands = {}, services = [], schemes = [], keys = {}, mode } = this.manifest;
    const named = [
      ...tools.filter((tool) => !this.tools.has(tool.name)).map((tool) => `the tool ${tool.name}`),
      ...absent(Object.keys(commands), this.commands).map((command) => `the command /${command}`),
      ...absent(services, this.services).map((service) => `the service ${service}`),
      ...absent(schemes, this.schemes).map((scheme) => `the scheme ${scheme}://`),
      ...absent(Object.keys(keys), this.shortcuts).map((action) => `the key ${action}`),
      ...absent(mode ? [name] : [], this.modes).map((each) => `the mode ${each}`),
    ];
    if (named.length > 0)
      throw new ExtensionHostError(
        "load-failed",
        `its manifest names ${named.join(", ")}, its code does not register ${named.length > 1 ? "them" : "it"}.`,
      );
  }

  /** Returns the real `pi`, wrapped to record the registrations that the manifest names, for the calls that caused the code to load. */
  private registering(undo: (() => void)[]): ExtensionAPI {
    const code = this;
    const { pi, manifest } = this;
    const own: Partial<ExtensionAPI> = {
      services: providing(pi.services, this.services, undo),
      urls: {
        register: (scheme) => {
          this.schemes.set(scheme.scheme, scheme);
          const takeBack = pi.urls.register(scheme);
          undo.push(takeBack);
          return takeBack;
        },
      },
      on: (event, handler) =>
        eventsOf(manifest).includes(event) ? this.addHandler(event, handler as AnyEventHandler) : pi.on(event, handler),
      registerTool: (tool) => {
        const definition = declared(tool as unknown as ToolDefinition, manifest);
        this.tools.set(tool.name, definition);
        return pi.registerTool(definition);
      },
      registerCommand: (name, options) => {
        const declaredCommand = manifest.commands?.[name] ?? {};
        const { description, words } = declaredCommand;
        this.commands.set(name, options);
        return pi.registerCommand(name, {
          ...(description ? { description } : {}),
          ...(words && { getArgumentCompletions: (prefix: string) => wordsStarting(prefix, words) }),
          ...options,
          handler: whereFilesAre(name, declaredCommand, options.handler),
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
          code.assertOn();
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

  /** Throws if the battery is off: its code may still run after it was switched off. */
  private assertOn(): void {
    if (this.isOff) throw new ExtensionHostError("stale", `The battery ${this.manifest.name} is off until /reload.`);
  }
}

function absent(names: readonly string[], registered: ReadonlyMap<string, unknown>): string[] {
  return names.filter((name) => !registered.has(name));
}

/** Returns the tool with the manifest's fields in place of the code's, because the model and the prompt have already seen them. */
function declared(tool: ToolDefinition, { name, tools = [] }: ExtensionManifest): ToolDefinition {
  const manifest = tools.find((candidate) => candidate.name === tool.name);
  if (!manifest) return tool;
  const silent = { promptSnippet: undefined, promptGuidelines: undefined };
  const { description, isDescribedByCode = false, ...fields } = withLoadout(manifest);
  const said = { ...silent, ...fields, ...(isDescribedByCode ? {} : { description }) } as Partial<ToolDefinition>;
  return withFields(readTool(tool, { resolvedPath: `builtin:${name}` }), said);
}

function placeholder(manifest: ToolManifest, code: LazyCode): ToolDefinition {
  return {
    ...manifest,
    parameters: manifest.parameters as ToolDefinition["parameters"],
    execute: async (...call) => await (await code.tool(manifest.name)).execute(...call),
  };
}

function lateScheme(scheme: string, code: LazyCode, completes: boolean): ExtensionUrlScheme {
  return {
    scheme,
    read: async (...call) => {
      const { read } = await code.scheme(scheme);
      if (!read) throw new ExtensionHostError("load-failed", `${scheme}:// cannot be read.`);
      return await read(...call);
    },
    write: async (url, ...call) => {
      const { write } = await code.scheme(scheme);
      if (!write)
        throw new ExtensionHostError("invalid-registration", `${url.href} cannot be written: it is read-only.`);
      await write(url, ...call);
    },
    ...(completes && {
      complete: async (...call) => (await (await code.scheme(scheme)).complete?.(...call)) ?? [],
    }),
  };
}

function lateCommand(pi: ExtensionAPI, code: LazyCode, name: string, command: CommandManifest): () => void {
  const { description, words } = command;
  return pi.registerCommand(name, {
    ...(description ? { description } : {}),
    getArgumentCompletions: async (prefix) => {
      if (words) return wordsStarting(prefix, words);
      return (await (await code.command(name)).getArgumentCompletions?.(prefix)) ?? null;
    },
    handler: whereFilesAre(name, command, async (args, ctx) => await (await code.command(name)).handler(args, ctx)),
  });
}

/** Returns the handler of a command, which refuses to work with the files of this machine if the session works on another one. */
function whereFilesAre(
  name: string,
  { localFiles }: CommandManifest,
  handler: RegisteredCommand["handler"],
): RegisteredCommand["handler"] {
  if (!localFiles) return handler;
  return async (args, ctx) => {
    const workspace = ctx.sessionManager.getHeader()?.workspace;
    if (workspace === undefined) return await handler(args, ctx);
    const place = workspace.slice(workspace.indexOf(":") + 1);
    const message = `/${name} works with files of this machine, and this session works on ${place}. Ask the model to do it there, or run Tau there.`;
    if (!ctx.hasUI) throw new ExtensionHostError("not-available", message);
    ctx.ui.notify(message, "warning");
  };
}

function lateKey(
  pi: ExtensionAPI,
  code: LazyCode,
  action: string,
  { key, description }: NonNullable<ExtensionManifest["keys"]>[string],
): () => void {
  return pi.registerShortcut(key, {
    ...(description ? { description } : {}),
    action,
    handler: async (ctx) => await (await code.shortcut(action)).handler(ctx),
  });
}

/** Adds the input prefixes when a session starts. The code is loaded when one is used. */
function latePrefixes(
  pi: ExtensionAPI,
  code: LazyCode,
  prefixes: NonNullable<ExtensionManifest["inputPrefixes"]>,
): () => void {
  return pi.on("session_start", (_event, ctx) => {
    for (const [prefix, { label, service, setting }] of Object.entries(prefixes)) {
      if (setting !== undefined && pi.settings.get(setting) === false) continue;
      ctx.ui.addInputPrefix({
        prefix,
        label,
        replaceable: true,
        run: async (text, call) =>
          await ((await code.service(service)) as InputPrefixService)(text, { prefix, signal: call?.signal, ctx }),
      });
    }
  });
}

/** Combines the code's handlers of one event into a single handler. The last result counts. */
function lazyHandler(
  event: ExtensionEventName,
  { wants, events }: ExtensionManifest,
  code: LazyCode,
  hears: () => boolean,
): AnyEventHandler {
  const isConditional = events?.includes(event) === true;
  return async (value, ctx) => {
    if (wants && !wants(value as ExtensionEvent, ctx as ExtensionContext)) return undefined;
    if (isConditional && !hears()) return undefined;
    let answer: unknown;
    for (const handler of await code.handlersOf(event)) answer = (await handler(value, ctx)) ?? answer;
    return answer;
  };
}
