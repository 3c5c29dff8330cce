import { homedir } from "node:os";
import { relative } from "node:path";
import type { SessionRuntime } from "../../core/session/replace/session-runtime.ts";
import type { Session } from "../../core/session/session.ts";
import { joinHints, keyHint } from "../../modes/interactive/keys/key-text.ts";
import { VERSION } from "../../version.ts";
import type { Options } from "../options/options.ts";

const FEW = 8;

/** Returns the text above an empty conversation: the model and what was found. Returns undefined with `quietStartup`. */
export function welcomeText(runtime: SessionRuntime, { verbose }: Options): string | undefined {
  const quiet = verbose ? false : runtime.services.settings.get("quietStartup");
  if (quiet === true) return undefined;
  const lines = quiet === "header" ? [] : foundLines(runtime, verbose ? Number.POSITIVE_INFINITY : FEW);
  return [...header(runtime.session), ...lines].join("\n");
}

function header({ model }: Session): string[] {
  const { provider, id } = model;
  const hint =
    provider === "demo"
      ? 'No model is connected yet: /login connects one. Say "show me" for a tour.'
      : joinHints(
          "Type a task. / commands",
          "@ files",
          "! shell",
          keyHint("app.help", "keys"),
          keyHint("app.exit", "leaves"),
        );
  return [`Tau ${VERSION} · ${provider}/${id}`, hint];
}

function foundLines({ session, services }: SessionRuntime, most: number): string[] {
  const { resources } = services;
  // What the prompt has: of another machine the files there, with --no-context-files none.
  const { cwd, contextFiles = [], skills = [] } = session.promptInput();
  const kinds: Readonly<Record<string, readonly string[]>> = {
    Models: session.choice.scoped.map(({ model }) => `${model.provider}/${model.id}`),
    Context: contextFiles.map(({ path }) => shortPath(path, cwd)),
    Skills: skills.map(({ name }) => name),
    Templates: resources.getPrompts().prompts.map(({ name }) => `/${name}`),
    Extensions: resources.getExtensionPaths().items.map(({ name }) => name),
    Themes: resources.getThemes().themes.map(({ name }) => name),
  };
  return Object.entries(kinds).flatMap(([kind, names]) =>
    names.length === 0 ? [] : [`${kind}: ${join(names, most)}`],
  );
}

function join(names: readonly string[], most: number): string {
  const more = names.length - most;
  return names.slice(0, most).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function shortPath(path: string, cwd: string): string {
  const inside = relative(cwd, path);
  if (!inside.startsWith("..")) return inside;
  const home = homedir();
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
