/**
 * Returns a part of an output that is JSON: by the steps of a path, `/findings/0/file`, or by a query, `?q=findings[0].file`. Text is
 * returned as it is, everything else as JSON.
 */
export function extractJson(
  text: string,
  name: string,
  { path, query }: { path: string; query: string | null },
): string {
  if (path !== "" && query !== null)
    throw new Error(`${name} is asked for by a path and by ?q= at once. Use one of them.`);
  const steps = query === null ? path.split("/").filter(Boolean) : querySteps(query, name);
  let found = parse(text, name);
  const taken: string[] = [];
  for (const step of steps) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, step))
      throw new Error(`${name} has no ${[...taken, step].join(".")}. ${choices(found, taken)}`);
    found = (found as Record<string, unknown>)[step];
    taken.push(step);
  }
  return typeof found === "string" ? found : JSON.stringify(found, undefined, 2);
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`The output of ${name} is not JSON. Read agent://${name} as it is.`, { cause: error });
  }
}

/** Splits `.a.b[0]["c d"]`, with or without the first dot. */
function querySteps(query: string, name: string): string[] {
  const step = /^(?:\.?([\w-]+)|\[(\d+)\]|\["([^"]*)"\])/;
  const steps: string[] = [];
  let rest = query.trim().replace(/^\$/, "");
  while (rest !== "" && rest !== ".") {
    const [all, word, index, quoted] = step.exec(rest) ?? [];
    const taken = word ?? index ?? quoted;
    if (all === undefined || taken === undefined)
      throw new Error(
        `"${query}" cannot be read at "${rest.slice(0, 40)}". Write it like agent://${name}?q=items[0].name`,
      );
    steps.push(taken);
    rest = rest.slice(all.length);
  }
  return steps;
}

const MOST_CHOICES = 20;

function choices(value: unknown, taken: readonly string[]): string {
  const place = taken.length === 0 ? "The output" : taken.join(".");
  if (Array.isArray(value)) return `${place} is a list of ${value.length}.`;
  if (typeof value !== "object" || value === null) return `${place} is ${JSON.stringify(value).slice(0, 60)}.`;
  const names = Object.keys(value);
  return `${place} has ${names.slice(0, MOST_CHOICES).join(", ")}${names.length > MOST_CHOICES ? ", …" : ""}.`;
}
