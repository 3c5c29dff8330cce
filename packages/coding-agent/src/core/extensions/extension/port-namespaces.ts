import { decorateLines } from "../../tools/decorate-lines.ts";
import type { UrlCall, UrlScheme } from "../../tools/urls/url-scheme.ts";
import type { Extension, ExtensionContext, Registration } from "../contract/index.ts";
import type { ExtensionPorts } from "../contract/ports.ts";
import { inExtension } from "../host/unhandled-errors.ts";
import type { ExtensionApiParts } from "./create-api.ts";

/** Returns the ports as members of `pi`. Their code is loaded when a method is first called. */
export function portNamespaces(parts: ExtensionApiParts): ExtensionPorts {
  const { generation, extension } = parts;
  return {
    urls: {
      register: (scheme) => {
        const own = inside(scheme, extension, (call) => withContext(call, () => generation.createContext()));
        return registration(generation.toolPorts.addScheme(own as UrlScheme, extension.path));
      },
    },
    readers: {
      register: (reader) => registration(generation.toolPorts.addReader(inside(reader, extension), extension.path)),
    },
    decorators: {
      register: (decorator) => registration(generation.toolPorts.addDecorator(decorator, extension.path)),
      decorate: (lines) => decorateLines(lines, "grep", generation.ports("decorators").parts.session.toolPorts),
    },
    processes: lazily(
      async () => (await import("../ports/processes.ts")).createExtensionProcesses(parts),
      ["run", "start", "startTerminal", "openUrl", "attach", "leftRunning", "hasSandbox"],
    ),
    files: lazily(
      async () => (await import("../ports/files.ts")).createExtensionFiles(parts),
      ["list", "readText", "change"],
    ),
    syntax: lazily(async () => (await import("../ports/syntax.ts")).extensionSyntax, ["languages", "outline"]),
    http: {
      request: async (...call) => await (await import("../../http/http-client.ts")).requestHttp(...call),
      stream: async (...call) => await (await import("../../http/http-client.ts")).streamHttp(...call),
      connect: async (...call) => await (await import("../../http/connect.ts")).connectTo(...call),
    },
    packages: lazily(
      async () => (await import("../ports/packages.ts")).createExtensionPackages(parts),
      ["isInstalled", "load", "locate"],
    ) as ExtensionPorts["packages"],
    artifacts: lazily(
      async () => (await import("../ports/artifacts.ts")).createExtensionArtifacts(parts.generation),
      ["open", "save", "list"],
    ),
    exports: lazily(
      async () => (await import("../ports/exports.ts")).createExtensionExports(parts.generation),
      ["writeSession", "redact", "versions"],
    ),
    assets: lazily(
      async () => (await import("../ports/assets.ts")).createExtensionAssets(parts),
      ["locate", "startWorker", "compileWasm"],
    ),
    images: lazily(async () => (await import("../ports/images.ts")).extensionImages, ["typeOf", "fit"]),
  };
}

function registration(takeBack: () => void): Registration {
  return takeBack as unknown as Registration;
}

/** Wraps an object so that its methods run as part of the extension, and unhandled errors in them are attributed to it. */
function inside<T extends object>(
  given: T,
  { path }: Pick<Extension, "path">,
  lastParameter: (last: unknown) => unknown = (last) => last,
): T {
  return new Proxy(given, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== "function") return member;
      return (...parameters: unknown[]) =>
        inExtension(path, () => member.apply(target, [...parameters.slice(0, -1), lastParameter(parameters.at(-1))]));
    },
  });
}

/** Adds the context of the session to the call of a scheme. It is created when the scheme asks for it. */
function withContext(call: unknown, createContext: () => ExtensionContext): unknown {
  return Object.defineProperty({ ...(call as UrlCall) }, "ctx", { get: createContext });
}

type AsyncMethods<T> = { readonly [K in keyof T]: (...given: never[]) => Promise<unknown> };

/** Returns an object whose methods load the real object and call it. */
function lazily<T extends AsyncMethods<T>>(load: () => Promise<T>, names: readonly (keyof T)[]): T {
  let loading: Promise<T> | undefined;
  const call =
    (name: keyof T) =>
    async (...given: never[]) => {
      loading ??= load();
      return await (await loading)[name](...given);
    };
  return Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as T;
}
