import type { HLJSApi } from "highlight.js";
import { findLanguage } from "./languages.ts";

/** Turns code into marked-up text, once its language has been loaded. */
export interface Grammar {
  markUp(code: string): string;
}

type Loading = "failed" | Grammar | Promise<unknown>;

const loading = new Map<string, Loading>();
let core: Promise<HLJSApi> | undefined;

/** Returns the grammar of a language if it is loaded. Otherwise loads it and calls `onLoaded` afterwards. */
export function grammarOf(id: string, onLoaded: () => void): Grammar | undefined {
  const known = loading.get(id) ?? begin(id);
  if (known === "failed") return undefined;
  if (!(known instanceof Promise)) return known;
  void known.then(onLoaded);
  return undefined;
}

/** Resolves to the loaded grammar, or to `undefined` if the language is unknown or cannot be loaded. */
export async function loadGrammar(id: string): Promise<Grammar | undefined> {
  await (loading.get(id) ?? begin(id));
  const known = loading.get(id);
  return known === "failed" || known instanceof Promise ? undefined : known;
}

function begin(id: string): Promise<unknown> {
  // A grammar that failed to load is not tried again: the code is still readable without colours.
  const done = load(id).then(
    (grammar) => loading.set(id, grammar),
    () => loading.set(id, "failed"),
  );
  loading.set(id, done);
  return done;
}

async function load(id: string): Promise<Grammar | "failed"> {
  const language = findLanguage(id);
  if (!language) return "failed";
  core ??= import("highlight.js/lib/core").then((module) => module.default);
  const [highlighter, { default: definition }] = await Promise.all([core, language.load()]);
  highlighter.registerLanguage(id, definition);
  return { markUp: (code) => highlighter.highlight(code, { language: id, ignoreIllegals: true }).value };
}
