import type { Model } from "@tau/ai";
import { nearest as nearestWord } from "../../text/nearest.ts";
import { modelName } from "../model-name.ts";

export function unknownProvider(asked: string, known: readonly string[]): string {
  // Transposed letters leave few common pairs in a short name, so compare by edit distance too.
  const near = new Set([nearestWord(asked, known) ?? [], similarNames(asked, known, 3)].flat());
  const hint = near.size > 0 ? `Did you mean ${[...near].join(" or ")}?` : `Known: ${known.join(", ")}`;
  return `There is no provider "${asked}". ${hint}`;
}

export function unknownModel(text: string, provider: string | undefined, models: readonly Model[]): string {
  const names = models.filter((model) => !provider || model.provider === provider).map(modelName);
  const near = similarNames(text, names, 3);
  const hint = near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : "";
  return `There is no model "${text}".${hint} Run tau --list-models for all of them.`;
}

/** Returns the names that share the most letter pairs with the text. */
export function similarNames(text: string, names: readonly string[], count: number): string[] {
  const wanted = pairsOf(text);
  const likeness = (name: string) => similarity(wanted, pairsOf(name));
  // The text may name the provider or only the model.
  const score = (name: string) => Math.max(likeness(name), likeness(name.slice(name.indexOf("/") + 1)));
  const scored = names.map((name) => ({ name, score: score(name) }));
  const close = scored.filter(({ score }) => score >= 0.4).sort((a, b) => b.score - a.score);
  return close.slice(0, count).map(({ name }) => name);
}

function pairsOf(text: string): Set<string> {
  const lower = text.toLowerCase();
  return new Set(Array.from({ length: Math.max(0, lower.length - 1) }, (_, at) => lower.slice(at, at + 2)));
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return (2 * shared) / Math.max(1, a.size + b.size);
}
