import type { ExtensionPorts } from "../contract/ports.ts";
import type { ExtensionApiParts } from "./create-api.ts";

/** The ports as members of `pi`. None of their code is loaded before a method is called. */
export function portNamespaces(parts: ExtensionApiParts): ExtensionPorts {
  return {
    processes: lazily(
      async () => (await import("../ports/processes.ts")).createExtensionProcesses(parts),
      ["run", "start", "startTerminal"],
    ),
    artifacts: lazily(
      async () => (await import("../ports/artifacts.ts")).createExtensionArtifacts(parts.generation),
      ["open", "save", "list"],
    ),
    images: lazily(async () => (await import("../ports/images.ts")).extensionImages, ["typeOf", "fit"]),
  };
}

type AsyncMethods<T> = { readonly [K in keyof T]: (...given: never[]) => Promise<unknown> };

/** Every method loads the object and calls its own there. */
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
