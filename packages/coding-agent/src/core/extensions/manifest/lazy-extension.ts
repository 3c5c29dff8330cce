import type {
  AnyEventHandler,
  Extension,
  ExtensionAPI,
  ExtensionContext,
  ExtensionEvent,
  ExtensionEventName,
  NamedExtension,
  RegisteredCommand,
  ToolDefinition,
} from "../contract/index.ts";
import { ExtensionHostError } from "../extension-host-error.ts";
import { createExtension } from "../loader/create-extension.ts";
import type { ExtensionManifest, ToolManifest } from "./extension-manifest.ts";

/** The extension that a manifest describes: it registers everything at once and loads its code when something of it is used. */
export function lazyExtension(manifest: ExtensionManifest): NamedExtension {
  const { name, tools = [], commands = {}, flags = {}, events = [] } = manifest;
  return {
    name,
    builtin: true,
    hidden: true,
    replaceable: true,
    factory(pi) {
      const body = new LazyBody(manifest, pi);
      for (const tool of tools) pi.registerTool(lazyTool(tool, body));
      for (const [command, { description }] of Object.entries(commands))
        pi.registerCommand(command, {
          ...(description ? { description } : {}),
          handler: async (args, ctx) => await (await body.command(command)).handler(args, ctx),
        });
      for (const [flag, options] of Object.entries(flags)) pi.registerFlag(flag, options);
      for (const event of events) pi.on(event, lazyHandler(event, manifest, body) as never);
    },
  };
}

/** The code of an extension. It registers with a stand-in for `pi`, where the lazy parts find what they stand for. */
class LazyBody {
  private readonly manifest: ExtensionManifest;
  private readonly pi: ExtensionAPI;
  private loading: Promise<Extension> | undefined;

  constructor(manifest: ExtensionManifest, pi: ExtensionAPI) {
    this.manifest = manifest;
    this.pi = pi;
  }

  async tool(name: string): Promise<ToolDefinition> {
    const tool = (await this.loaded()).tools.get(name)?.definition;
    return tool ?? this.missing(`the tool ${name}`);
  }

  async command(name: string): Promise<RegisteredCommand> {
    return (await this.loaded()).commands.get(name) ?? this.missing(`the command ${name}`);
  }

  async handlers(event: ExtensionEventName): Promise<readonly AnyEventHandler[]> {
    return (await this.loaded()).handlers.get(event) ?? [];
  }

  private loaded(): Promise<Extension> {
    this.loading ??= this.load();
    return this.loading;
  }

  private async load(): Promise<Extension> {
    const { name, load } = this.manifest;
    const { default: factory } = await load();
    const body = createExtension(`builtin:${name}`, `builtin:${name}`);
    await factory(this.standIn(body));
    return body;
  }

  /** Registering goes to the body; everything else is the real `pi`. */
  private standIn(body: Extension): ExtensionAPI {
    const { sourceInfo } = body;
    const own: Partial<ExtensionAPI> = {
      on: (event, handler) => {
        if (!this.manifest.events?.includes(event)) return this.pi.on(event, handler);
        const handlers = body.handlers.get(event) ?? [];
        body.handlers.set(event, [...handlers, handler as AnyEventHandler]);
        return () => undefined;
      },
      registerTool: (tool) => void body.tools.set(tool.name, { definition: tool as never, sourceInfo }),
      registerCommand: (name, options) => void body.commands.set(name, { ...options, name, sourceInfo }),
      registerFlag: () => undefined,
    };
    return new Proxy(this.pi, { get: (pi, key) => Reflect.get(own, key) ?? Reflect.get(pi, key) });
  }

  private missing(what: string): never {
    throw new ExtensionHostError(
      "load-failed",
      `The manifest of ${this.manifest.name} names ${what}, its code does not.`,
    );
  }
}

function lazyTool(manifest: ToolManifest, body: LazyBody): ToolDefinition {
  return {
    ...manifest,
    parameters: manifest.parameters as ToolDefinition["parameters"],
    execute: async (...call) => await (await body.tool(manifest.name)).execute(...call),
  };
}

/** Several handlers of one event in the body are one to the host: the last answer counts. */
function lazyHandler(event: ExtensionEventName, { wants }: ExtensionManifest, body: LazyBody): AnyEventHandler {
  return async (value, ctx) => {
    if (wants && !wants(value as ExtensionEvent, ctx as ExtensionContext)) return undefined;
    let answer: unknown;
    for (const handler of await body.handlers(event)) answer = (await handler(value, ctx)) ?? answer;
    return answer;
  };
}
