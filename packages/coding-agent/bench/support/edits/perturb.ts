import { type EditCase, hunksOf, type Item, itemsOf, textAfter, textBefore } from "./edit-case.ts";
import { pick, type Random, seeded } from "./seeded.ts";

/** An edit as a model might send it. */
export interface PerturbedEdit {
  /** What the model takes the change to be. */
  readonly items: readonly Item[];
  /** The file as the model has read it. */
  readonly seen: string;
  /** The file as it is when the edit comes. */
  readonly current: string;
  /** What the file is to be then. Absent: the edit must be refused. */
  readonly expected?: string;
  /** How the model writes the lines that it quotes and those it puts beside them. Where nothing is quoted there is nothing to compare with. */
  readonly quote?: (line: string) => string;
  /** Blanks at line ends do not count in what the file is to be. */
  readonly isBlankTolerant?: boolean;
  /** By how many lines the model miscounts. */
  readonly shift?: number;
  /** The model does not look whether the lines it quotes are there twice. */
  readonly isCareless?: boolean;
  /** A person could not tell what is meant either. */
  readonly isUnclear?: boolean;
}

export type Perturbation = (items: readonly Item[], random: Random, path: string) => PerturbedEdit | undefined;

function plain(items: readonly Item[]): PerturbedEdit & { readonly expected: string } {
  const before = textBefore(items);
  return { items, seen: before, current: before, expected: textAfter(items) };
}

/** The ways in which models err. Undefined where one does not apply to an edit. */
export const perturbations: Readonly<Record<string, Perturbation>> = {
  none: plain,

  /** The file has blanks at line ends that the model does not write. */
  "trailing blanks": (items, random) => {
    if (items.some(({ kind, text }) => kind === "added" && text !== text.trimEnd())) return undefined;
    const near = nearChanges(items, 3);
    const inFile = items.map((item, index) =>
      near.has(index) && item.kind !== "added" && random() < 0.5 ? { ...item, text: `${item.text}  ` } : item,
    );
    return { ...plain(inFile), quote: (line) => line.trimEnd(), isBlankTolerant: true };
  },

  /** The model writes all lines further in. */
  "indentation shifted": (items, random) => {
    const by = random() < 0.5 ? "  " : "    ";
    return { ...plain(items), quote: (line) => (line.trim() === "" ? line : by + line) };
  },

  /** The model writes tabs for the blanks of the file. */
  "tabs for blanks": (items) => {
    const unit = items.some(({ text }) => /^ {2}\S/.test(text)) ? "  " : "    ";
    const quote = (line: string) => withTabs(line, unit);
    // Where only new lines are indented, nothing tells that they are not meant so.
    const isTold = hunksOf(items, 3).every(({ items: lines }) => {
      const isOther = ({ text }: Item) => text !== quote(text);
      return !lines.some(isOther) || lines.some((line) => line.kind !== "added" && isOther(line));
    });
    return isTold && items.some(({ text }) => text !== quote(text)) ? { ...plain(items), quote } : undefined;
  },

  /** Lines came in far above and are gone far below since the file was read. */
  "stale elsewhere": (items, random) => stale(items, (now) => changeFar(now, random)),

  /** A line close by is another one since the file was read. */
  "stale close by": (items, random) => stale(items, (now) => changeClose(now, random)),

  /** A part of the file was indented anew since it was read. */
  "stale indentation": (items) => stale(items, indentFar),

  /** The line that is to be changed is another one since the file was read. */
  "stale target": (items, random) => {
    const removed = indexesOf(items, ({ kind, text }) => kind === "removed" && /\w{3}/.test(text));
    const target = pick(removed, random);
    if (target === undefined) return undefined;
    const now = items.map((item, index) =>
      index === target ? { ...item, text: item.text.replace(/\w\w/, "moved") } : item,
    );
    return { items, seen: textBefore(items), current: textBefore(now) };
  },

  "wrong line numbers": (items, random) => ({ ...plain(items), shift: pick([-3, -2, -1, 1, 2, 3], random) ?? 1 }),

  /** The lines around the change, and those that change, are there twice. */
  "duplicated block": (items, random) => {
    const hunk = pick(hunksOf(items, 3), random);
    if (!hunk) return undefined;
    const copy = hunk.items.filter(({ kind }) => kind !== "added").map(({ text }): Item => ({ kind: "same", text }));
    const isAbove = random() < 0.5;
    const doubled = isAbove ? [...copy, SEPARATOR, ...items] : [...items, SEPARATOR, ...copy];
    return { ...plain(doubled), isCareless: true };
  },

  /** The file has curly quotes and the like where the model writes plain ones, in lines that stay. */
  "look-alikes around": (items, random) => lookAlikes(items, ({ kind }) => kind === "same", random),

  /** The same in lines that change. */
  "look-alikes in the change": (items, random) => {
    const perturbed = lookAlikes(items, ({ kind }) => kind === "removed", random);
    return perturbed && { ...perturbed, isUnclear: true };
  },

  /** The model leaves out a part of the new text. */
  "elided text": (items, random, path) => {
    const runs = indexesOf(items, (item, index) => item.kind === "added" && items[index + 1]?.kind === "added");
    const first = pick(runs, random);
    if (first === undefined) return undefined;
    const indent = /^\s*/.exec(items[first + 1]?.text ?? "")?.[0] ?? "";
    const short = items.flatMap((item, index): Item[] => {
      if (index <= first || items.slice(first, index + 1).some(({ kind }) => kind !== "added")) return [item];
      return index === first + 1 ? [{ kind: "added", text: indent + placeholder(path) }] : [];
    });
    return { items: short, seen: textBefore(items), current: textBefore(items) };
  },
};

/** Every edit with every error that applies to it. */
export function* perturbedEdits(cases: readonly EditCase[], seed: number) {
  for (const [index, edit] of cases.entries())
    for (const [kind, perturb] of Object.entries(perturbations)) {
      const perturbed = perturb(itemsOf(edit), seeded(seed * 1_000_003 + index), edit.name);
      if (perturbed) yield { edit, kind, perturbed };
    }
}

const SEPARATOR: Item = { kind: "same", text: "// ---" };

function withTabs(text: string, unit: string): string {
  const indent = /^ */.exec(text)?.[0] ?? "";
  const steps = Math.floor(indent.length / unit.length);
  return "\t".repeat(steps) + text.slice(steps * unit.length);
}

function indexesOf(items: readonly Item[], is: (item: Item, index: number) => boolean): number[] {
  return items.flatMap((item, index) => (is(item, index) ? [index] : []));
}

/** The indexes of changed lines and of those within so many lines of one. */
function nearChanges(items: readonly Item[], distance: number): Set<number> {
  const changed = indexesOf(items, ({ kind }) => kind !== "same");
  return new Set(
    changed.flatMap((at) => Array.from({ length: distance * 2 + 1 }, (_, index) => at - distance + index)),
  );
}

/** The file changes between reading and editing; the edit is meant for what it has become. */
function stale(
  items: readonly Item[],
  change: (items: readonly Item[]) => readonly Item[] | undefined,
): PerturbedEdit | undefined {
  const now = change(items);
  return now && { items, seen: textBefore(items), current: textBefore(now), expected: textAfter(now) };
}

function changeFar(items: readonly Item[], random: Random): Item[] {
  const near = nearChanges(items, 5);
  const far = indexesOf(items, (_, index) => !near.has(index));
  const [added, dropped] = [pick(far, random), pick(far, random)];
  const fresh = [1, 2, 3].map((number): Item => ({ kind: "same", text: `// came in meanwhile, ${number} of 3` }));
  return [
    ...(added === undefined ? fresh : []),
    ...items.flatMap((item, index): Item[] => {
      if (index === added) return [...fresh, item];
      return index === dropped ? [] : [item];
    }),
  ];
}

/** Two or three lines from a change, so that the change and its neighbours are as they were. */
function changeClose(items: readonly Item[], random: Random): Item[] | undefined {
  const touching = nearChanges(items, 1);
  const close = [...nearChanges(items, 3)].filter(
    (index) => !touching.has(index) && /\w{3}/.test(items[index]?.text ?? ""),
  );
  const at = pick(close, random);
  if (at === undefined) return undefined;
  return items.map((item, index) => (index === at ? { ...item, text: `${item.text} // changed meanwhile` } : item));
}

function indentFar(items: readonly Item[]): Item[] | undefined {
  const near = nearChanges(items, 5);
  const far = indexesOf(items, ({ text }, index) => !near.has(index) && text.trim() !== "").slice(0, 12);
  if (far.length === 0) return undefined;
  return items.map((item, index) => (far.includes(index) ? { ...item, text: `    ${item.text}` } : item));
}

const CURLY: Readonly<Record<string, string>> = { '"': "\u201c", "'": "\u2019", "-": "\u2013", " ": "\u00a0" };

/** The file has an unusual character in one of the lines; the model writes the usual one, also where it copies the line changed. */
function lookAlikes(
  items: readonly Item[],
  isWanted: (item: Item) => boolean,
  random: Random,
): PerturbedEdit | undefined {
  const near = nearChanges(items, 3);
  const at = pick(
    indexesOf(items, (item, index) => near.has(index) && isWanted(item) && /\S["'\- ]\S/.test(item.text)),
    random,
  );
  if (at === undefined) return undefined;
  const { text, kind } = items[at] as Item;
  const place = /\S(["'\- ])\S/.exec(text)?.index ?? 0;
  const curly = (line: string) => line.slice(0, place + 1) + CURLY[line[place + 1] ?? ""] + line.slice(place + 2);
  // A line that is rewritten keeps the character, where it keeps what stands before and behind it.
  const partner = kind === "removed" ? pairOf(items, at) : undefined;
  const isKept = partner !== undefined && items[partner]?.text.slice(0, place + 3) === text.slice(0, place + 3);
  if (kind === "removed" && !isKept) return undefined;
  const inFile = items.map((item, index) =>
    index === at || index === partner ? { ...item, text: curly(item.text) } : item,
  );
  return { ...plain(inFile), items };
}

/** The added line that takes the place of a removed one, where their runs are equally long. */
function pairOf(items: readonly Item[], removed: number): number | undefined {
  let start = removed;
  while (items[start - 1]?.kind === "removed") start--;
  let middle = removed;
  while (items[middle]?.kind === "removed") middle++;
  let end = middle;
  while (items[end]?.kind === "added") end++;
  return end - middle === middle - start ? middle + removed - start : undefined;
}

function placeholder(path: string): string {
  if (/\.(?:py|ya?ml|sh|toml|rb)$/.test(path)) return "# ... existing code ...";
  if (/\.(?:md|html|xml|svg|vue)$/.test(path)) return "<!-- ... rest unchanged ... -->";
  if (/\.json$/.test(path)) return "...";
  return /\.s?css$/.test(path) ? "/* ... existing rules ... */" : "// ... existing code ...";
}
