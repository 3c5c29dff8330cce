/** The searchable fields of a tool. */
export interface SearchedTool {
  readonly name: string;
  readonly label?: string;
  readonly description: string;
  readonly parameters: object;
  readonly namespace?: { readonly name: string; readonly description?: string };
}

/** The weight of a word by field: a name says more than a sentence. */
const WEIGHTS = { name: 6, label: 4, namespace: 2, description: 2, parameter: 1 };
/** The usual constants of BM25: how fast repetitions stop counting, and how much long texts are penalised. */
const K1 = 1.2;
const B = 0.75;

/** Returns the names of the matching tools, best first, ties by name. Throws if the query has no words. */
export function rankTools(tools: readonly SearchedTool[], query: string, limit: number): string[] {
  const terms = [...new Set(wordsOf(query))];
  if (query.trim() === "") throw new Error("The query is empty. Say what the tool is to do.");
  if (terms.length === 0) throw new Error(`The query "${query}" has no letters or digits. Say what the tool is to do.`);
  if (!Number.isInteger(limit) || limit < 1) throw new Error("limit must be a whole number above 0.");
  const documents = tools.map((tool) => ({ name: tool.name, ...documentOf(tool) }));
  const mean = documents.reduce((sum, { length }) => sum + length, 0) / (documents.length || 1);
  const rarity = new Map(terms.map((term) => [term, rarityOf(term, documents)]));
  return documents
    .map((document) => ({ name: document.name, score: score(document, rarity, mean) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, limit)
    .map(({ name }) => name);
}

interface Document {
  /** The weight of each word. */
  readonly words: ReadonlyMap<string, number>;
  readonly length: number;
}

function documentOf({ name, label = "", description, parameters, namespace }: SearchedTool): Document {
  const words = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const word of wordsOf(text)) words.set(word, (words.get(word) ?? 0) + weight);
  };
  add(name, WEIGHTS.name);
  add(label, WEIGHTS.label);
  add(`${namespace?.name ?? ""} ${namespace?.description ?? ""}`, WEIGHTS.namespace);
  add(description, WEIGHTS.description);
  for (const key of keysOf(parameters)) add(key, WEIGHTS.parameter);
  return { words, length: [...words.values()].reduce((sum, weight) => sum + weight, 0) };
}

function score({ words, length }: Document, rarity: ReadonlyMap<string, number>, mean: number): number {
  let sum = 0;
  for (const [term, rare] of rarity) {
    const count = words.get(term) ?? 0;
    sum += (rare * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / mean) || 1);
  }
  return sum;
}

function rarityOf(term: string, documents: readonly Document[]): number {
  const having = documents.filter(({ words }) => words.has(term)).length;
  return Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
}

/** Returns the parameter names, however deep in the schema. */
function keysOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key !== "properties" || typeof value !== "object" || value === null) return keysOf(value);
    return Object.entries(value).flatMap(([name, inner]) => [name, ...keysOf(inner)]);
  });
}

/** Splits a text into words: `fetchURL` and `fetch_url` give the same two words. */
function wordsOf(text: string): string[] {
  const apart = text.replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2").replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2");
  return apart.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
