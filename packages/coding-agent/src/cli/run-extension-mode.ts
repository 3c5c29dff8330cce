import { installed } from "../core/extensions/batteries/installed.ts";
import type { AnyModeDefinition, ExtensionModeDefinition } from "../core/extensions/contract/index.ts";
import type { SessionExtensions } from "../core/extensions/session/session-extensions.ts";
import type { Prompt } from "../core/session/input/prompt.ts";
import type { SessionRuntime } from "../core/session/replace/session-runtime.ts";
import type { LineOutput } from "../modes/wire/line-sink.ts";
import { usageError } from "./cli-error.ts";
import { withoutStack } from "./commands/extension-commands.ts";
import { ExitCode } from "./exit-code.ts";
import type { FolderOpening } from "./folder/open-folder.ts";
import { MODES } from "./options/options.ts";
import type { FirstFolder } from "./sessions/session-factory.ts";

export interface ExtensionModeInput {
  readonly prompts: readonly Prompt[];
  readonly stdout: LineOutput;
  readonly signal: AbortSignal;
}

const LONG = 60_000;

/** Finds a mode of a loaded extension. Throws a usage error that lists the existing modes. */
function findMode(name: string, extensions: SessionExtensions | undefined): AnyModeDefinition {
  const found = extensions?.registered?.getMode(name);
  if (found) return found;
  const known = [...MODES, ...installed.flatMap((battery) => (battery.mode ? [battery.name] : []))];
  throw usageError(`--mode is one of ${known.join(", ")}, not "${name}".`);
}

/** Runs the mode of an extension if it is a server. Resolves to the exit code, or to undefined if the mode needs a session. */
export async function serve(
  { services, extensions }: FirstFolder,
  opening: FolderOpening,
  stdout: LineOutput,
): Promise<number | undefined> {
  const found = findMode(opening.options.mode ?? "", extensions);
  if (!("serve" in found)) return undefined;
  return await (await import("./serve-sessions.ts")).serveSessions(found, services, opening, stdout);
}

/** Runs the mode of an extension until it ends or a signal stops the program. Resolves to the exit code. */
export async function runExtensionMode(
  name: string,
  runtime: SessionRuntime,
  { prompts, stdout, signal }: ExtensionModeInput,
): Promise<number> {
  const mode = findMode(name, runtime.session.extensions) as ExtensionModeDefinition;
  const stopped = new Promise<undefined>((resolve) => signal.addEventListener("abort", () => resolve(undefined)));
  const generation = () => {
    const host = runtime.session.extensions?.host;
    if (!host) throw new TypeError("The session has no extensions.");
    return host.generation;
  };
  const run = async () =>
    await mode.run({
      get session() {
        return runtime.session;
      },
      context: () => generation().createCommandContext(),
      tools: () => generation().createToolContext(name, signal).tools,
      executeTool: async (tool, args, options) =>
        await generation().createToolContext(name, signal).executeTool(tool, args, options),
      prompts,
      input: process.stdin,
      write: (text) => void stdout.write(text),
      signal,
    });
  // A mode may wait for something that does not keep Node running.
  const hold = setInterval(() => undefined, LONG);
  try {
    return (await Promise.race([run(), stopped])) ?? ExitCode.done;
  } catch (error) {
    throw withoutStack(error);
  } finally {
    clearInterval(hold);
    // A client that keeps its end of stdin open must not keep this process alive.
    process.stdin.destroy();
  }
}
