import { visibleWidth } from "@tau/tui";
import { type Difference, type KnownDifference, known } from "../subject.ts";
import { leavesOf } from "./leaves.ts";
import { tuiKeyDifferences } from "./tui-keys.ts";
import { saysTheSame, wordsOf } from "./words.ts";

export const tuiDifferences: readonly KnownDifference[] = [
  ...tuiKeyDifferences,
  known<string>({
    subject: "tui/visible-width-odd",
    status: "accepted",
    reason:
      "Characters without a width of their own (joiners, soft hyphens, controls, lone surrogates) are measured as terminals show them.",
    example: "a\u00ad",
    matches: ({ input }) => WIDTHLESS.test(input),
  }),
  known<[string, number]>({
    subject: "tui/wrap-text-with-ansi",
    status: "accepted",
    reason: "A style that ends at a line's last column costs no blank, so one more word may fit on the line.",
    example: [
      "\x1b[41m😀\x1b[49m word \x1b[4mlonger-word\x1b[24m \x1b[31m한국어\x1b[39m \x1b]8;;https://example.com\x07.\x1b]8;;\x07 \x1b[48;2;10;20;30m🇩🇪\x1b[49m",
      11,
    ],
    matches: (difference) => difference.input[0].includes("\x1b") && saysTheSame(difference),
  }),
  known<[string, number]>({
    subject: "tui/wrap-text-odd",
    status: "accepted",
    reason:
      "Text that is hard to break (no blanks, clusters wider than the line, control characters) breaks at other places and nothing is drawn beyond the width.",
    example: ["漢字", 1],
    matches: (difference) =>
      saysTheSame(difference) ||
      ((difference.input[1] === 1 || WIDTHLESS.test(difference.input[0])) &&
        fits(difference.ours, difference.input[1])),
  }),
  known<[string, number, number, boolean]>({
    subject: "tui/slice-by-column",
    status: "accepted",
    reason:
      "A slice that begins or ends inside a wide character has a blank for its half, so the columns behind stay in place.",
    example: ["😀é", 1, 37, false],
    matches: (difference) => saysTheSame(difference),
  }),
  known<[string, string, number, number, number]>({
    subject: "tui/composite-line",
    status: "accepted",
    reason: "A wide character that an overlay covers by half leaves a blank, so the columns behind stay in place.",
    example: ["漢字漢字漢字", "", 1, 4, 63],
    matches: (difference) => saysTheSame(difference) && /[漢한🇩😀]/u.test(difference.input[0]),
  }),
  known<[string, string]>({
    subject: "tui/fuzzy-score",
    status: "accepted",
    reason:
      "Of several places where a query matches, the best one counts; the score says how good a match is, and only its order is used.",
    example: ["b", "ab1aclaude/_"],
    matches: ({ ours, theirs }) => (ours as { matches: boolean }).matches === (theirs as { matches: boolean }).matches,
  }),
  ...["tui/text", "tui/box"].map((subject) =>
    known<{ fill: boolean }>({
      subject,
      status: "accepted",
      reason:
        "The background of a component goes on behind a word that has a background of its own, and a style that ends at the last column costs no blank.",
      example: (subject === "tui/text"
        ? { text: "a \x1b[48;2;10;20;30mword\x1b[49m b", width: 23, x: 1, y: 0, fill: true }
        : { texts: ["a \x1b[48;2;10;20;30mword\x1b[49m b"], width: 23, x: 1, y: 0, fill: true }) as never,
      matches: saysTheSame,
    }),
  ),
  known<{ width: number }>({
    subject: "tui/row-widths",
    status: "accepted",
    reason: "A character that is wider than its line breaks at another place.",
    example: { text: "😀", width: 3, kind: "box" } as never,
    matches: ({ input, ours }) => (ours as number[]).every((width) => width === input.width),
  }),
  known<{ text: string; width: number; x: number; y: number }>({
    subject: "tui/truncated-text",
    status: "accepted",
    reason: "A text that was cut before its first style carries no reset.",
    example: { text: "x".repeat(25), width: 20, x: 2, y: 1 },
    matches: saysTheSame,
  }),
  known<object>({
    subject: "tui/stacks",
    status: "accepted",
    reason: "A character that is wider than its column is shown as a question mark; in pi it is a row without it.",
    example: { entries: [{ text: "漢\nab", maxSize: 1 }], gap: 0, align: "start", width: 20, kind: "HStack" },
    matches: ({ ours, theirs }) => withoutMarks(ours) === withoutMarks(theirs),
  }),
  known<Columns>({
    subject: "tui/stacks",
    status: "accepted",
    reason:
      "Columns get their shares of the space as their weights say: two of one weight differ by one cell at most. In pi the first ones get more: of 20 cells 13 and 7.",
    example: {
      entries: [
        { text: "a much longer line", basis: 0, grow: 1 },
        { text: "b", basis: 0, grow: 1 },
      ],
      gap: 0,
      align: "start",
      width: 20,
      kind: "HStack",
    } as Columns,
    matches: ({ input: { kind, entries, gap, width }, ours, theirs }) => {
      const sizes = entries.map(({ basis = "auto", minSize = 0, maxSize = width }) =>
        Math.max(minSize, Math.min(basis === "auto" ? width : basis, maxSize)),
      );
      const used = sizes.reduce((sum, size) => sum + size, gap * (entries.length - 1));
      const isCut = used > width || withoutMarks(ours) === withoutMarks(theirs) || hasMarks(ours, theirs);
      return kind === "HStack" && entries.length > 1 && used !== width && isCut && fits(ours, width);
    },
  }),
  known<{ width: number }>({
    subject: "tui/loader",
    status: "accepted",
    reason: "A word that is wider than the line begins on the line of the indicator's text.",
    example: {
      message: "🇩🇪\nעברית\n/path/to/file 🇩🇪 longer-word /path/to/file 😀\né",
      width: 13,
      frames: ["-", "漢"],
    } as never,
    matches: saysTheSame,
  }),
  known<object>({
    subject: "tui/list-widths",
    status: "accepted",
    reason: "The text of an empty list is cut at the width as every other row is.",
    example: { labels: [], width: 3 },
    matches: ({ ours }) => (ours as { fits: boolean }).fits,
  }),
  known<{ text: string; width: number; keys: string[] }>({
    subject: "tui/editor",
    status: "accepted",
    reason: "Lines longer than the editor break at other places, and the cursor moves by the rows that are shown.",
    example: {
      text: "a much longer line that has to wrap somewhere",
      history: [],
      keys: ["\x1b[A", "b", "\x1b"],
      width: 9,
    } as never,
    matches: (difference) => {
      const { input, ours, theirs } = difference;
      if (!isMovedByRows(difference)) return false;
      const longest = (value: unknown) =>
        Math.max(
          ...(value as { states: { text: string }[] }).states
            .flatMap((state) => state.text.split("\n"))
            .map((line) => line.length * 2),
          0,
        );
      return Math.max(longest(ours), longest(theirs), (input.text ?? "").length) >= input.width;
    },
  }),
  known<{ bytes: string }>({
    subject: "tui/image-dimensions",
    status: "accepted",
    reason: "An image without width or height has no dimensions, and one that is cut after its size has them.",
    example: { bytes: "R0lGODlhIgYAAAAAAA==", mimeType: "image/gif" } as never,
    matches: (difference) =>
      leavesOf(difference).every(({ ours, theirs }) => (ours ?? null) === null || (theirs ?? null) === null),
  }),
  known<Picture>({
    subject: "tui/render-image",
    status: "accepted",
    reason:
      "The sequence of renderImage is a short mark that our screens turn into the image: it is sent to the terminal once and can be shown in part. A program that writes to the terminal itself uses encodeKitty or encodeITerm2. A small image is not enlarged.",
    example: { dimensions: { widthPx: 762, heightPx: 3998 }, options: {}, protocol: "kitty" },
    matches: (difference) =>
      leavesOf(difference).every(
        ({ path }) =>
          ["image.sequence", "image.imageId"].includes(path) ||
          (["image.columns", "image.rows"].includes(path) && isSmall(difference.input)),
      ),
  }),
  known<Picture & { width: number; max?: number }>({
    subject: "tui/image-component",
    status: "accepted",
    reason: "An image is as wide as its component may be (pi leaves two columns), and a small one is not enlarged.",
    example: { dimensions: { widthPx: 11, heightPx: 11 }, width: 63, max: 35, protocol: "kitty" },
    matches: ({ input, ours, theirs }) => {
      const { rows, text, ...rest } = ours as { rows: number; text: unknown };
      const { rows: wanted, text: _, ...others } = theirs as { rows: number; text: unknown };
      return (
        JSON.stringify(rest) === JSON.stringify(others) &&
        rows >= 1 &&
        (isSmall({ ...input, options: { maxWidthCells: Math.min(input.width - 2, input.max ?? 60) } }) ||
          (input.width - 2 < (input.max ?? 60) &&
            rows - wanted <= 2 * (input.dimensions.heightPx / input.dimensions.widthPx) + 2))
      );
    },
  }),
  known<{ env: Record<string, string> }>({
    subject: "tui/capabilities",
    status: "accepted",
    reason:
      "Links are not written inside GNU screen and on a terminal that says it is dumb, where they would show as rubbish. More terminals are known, by TERM too (kitty, Alacritty, Warp, those on VTE).",
    example: { env: { KITTY_WINDOW_ID: "1", STY: "1" }, forwards: false } as never,
    matches: ({ input: { env }, ours, theirs }) => {
      const shape = (value: unknown) => Object.keys(value as object).join();
      const isDim = env.STY !== undefined || ["dumb", "screen"].includes(env.TERM ?? "");
      const isKnown =
        ["alacritty", "xterm-kitty"].includes(env.TERM ?? "") ||
        ["alacritty", "WarpTerminal"].includes(env.TERM_PROGRAM ?? "") ||
        env.VTE_VERSION !== undefined;
      return (isDim || isKnown) && shape(ours) === shape(theirs);
    },
  }),
  known<{ blocks: string[] }>({
    subject: "tui/markdown-text",
    status: "accepted",
    reason: "Entities are shown as the character they name, an image with its address, a fraction on one line.",
    example: { blocks: ["a &amp; b"], width: 84 } as never,
    matches: (difference) => /&amp;|!\[|\$\$|\$x/.test(difference.input.blocks.join("")) || saysTheSame(difference),
  }),
  known<{ blocks: string[] }>({
    subject: "tui/markdown-text",
    status: "accepted",
    reason: "The backticks around a block of code are not drawn: its language stands on a line above it.",
    example: { blocks: ["```ts\nconst a = 1;\n```"], width: 30 } as never,
    matches: ({ theirs }) => JSON.stringify(theirs).includes("```"),
  }),
  known<{ text: string }>({
    subject: "tui/markdown-styles",
    status: "accepted",
    reason:
      "Entities are shown as the character they name, an image with its address, formulas in a style of their own.",
    example: { text: "a &amp; b", width: 84, x: 0, y: 0 } as never,
    matches: (difference) => /&amp;|!\[|\$x/.test(difference.input.text) || saysTheSame(difference),
  }),
  known<[string, unknown]>({
    subject: "tui/latex",
    status: "accepted",
    reason: "Formulas are drawn in another way, and one that cannot be drawn faithfully stays as it is written.",
    example: ["&\\hat{x}\\right){}", undefined],
    matches: ({ ours, theirs }) => ours === undefined || (typeof ours === "string" && saysAsMuch(ours, theirs)),
  }),
  known<{ line: string; force: boolean }>({
    subject: "tui/autocomplete-suggestions",
    status: "accepted",
    reason:
      "Files are found without an external program, folders come first, hidden files come once a point was typed, and names with blanks are quoted behind @ alone.",
    example: { line: "@mai", force: false } as never,
    matches: (difference) =>
      (difference.input.line.includes("@") || difference.input.force || /\.|\/|docs/.test(difference.input.line)) &&
      leavesOf(difference).every(({ path }) => /^(applied|items|prefix)\b/.test(path)) &&
      [difference.ours, difference.theirs].every(isSuggestion),
  }),
  known<{ steps: { do: string }[] }>({
    subject: "tui/main-screen",
    status: "accepted",
    reason: "When the content gets shorter, what had scrolled off is shown again, so the screen stays full.",
    example: {
      steps: [
        { do: "append", lines: 6 },
        { do: "remove", lines: 3 },
      ],
      columns: 80,
      rows: 6,
    } as never,
    matches: ({ input }) => input.steps.some((step) => step.do === "remove"),
  }),
  known<object>({
    subject: "tui/overlay",
    status: "accepted",
    reason: "An overlay that reaches below the last row is cut there; pi scrolls the content up.",
    example: { options: { width: 2, row: "100%", offsetY: 1, margin: 0 }, lines: 5, fullscreen: false },
    matches: ({ theirs }) => !(theirs as { frame: string[] }).frame[0]?.startsWith("base 0"),
  }),
  known<{ options: { margin?: unknown } }>({
    subject: "tui/overlay",
    status: "accepted",
    reason:
      "An overlay keeps its margins, and what does not fit between them is cut at the end; pi draws over the margin.",
    example: { options: { margin: 3 }, lines: 11, fullscreen: false } as never,
    matches: (difference) =>
      difference.input.options.margin !== undefined &&
      leavesOf(difference).every(({ path }) => path.startsWith("frame") || path.startsWith("state.bounds")),
  }),
  known<{ text?: string; keys: string[] }>({
    subject: "tui/editor",
    status: "accepted",
    reason:
      "Up and Down keep the column on the screen, not the number of characters, where a line has wide characters.",
    example: { text: "漢字 é", history: [], keys: ["\n", "a", "\x1b[A"], width: 160 } as never,
    matches: (difference) =>
      /[漢😀]/u.test(`${difference.input.text}${difference.input.keys.join("")}`) && isMovedByRows(difference),
  }),
  known<string>({
    subject: "tui/terminal-colours",
    status: "accepted",
    reason: "A colour report without rgb: is none.",
    example: "\x1b]11;a/a/0\x07",
    matches: ({ input }) => !input.includes("rgb"),
  }),
  known<{ line: string; column?: number }>({
    subject: "tui/autocomplete-suggestions",
    status: "accepted",
    reason:
      "Files are offered where a word that may be one has begun, or where completion was asked for; pi offers them after every blank.",
    example: { line: " ", force: false } as never,
    matches: ({ input }) => /(^| )$/.test(input.line.slice(0, input.column)),
  }),
  ...["tui/select-list", "tui/settings-list"].map((subject) =>
    known<{ keys: string[] }>({
      subject,
      status: "accepted",
      reason: "Page Up and Page Down move by a page in every list; in pi they do nothing, or edit the search text.",
      example: {
        count: 7,
        values: [[], [], [], [], [], [], [], [], []],
        maxVisible: 3,
        search: false,
        keys: ["\x1b[6~"],
      } as never,
      matches: ({ input, ours, theirs }) => {
        const frames = (value: unknown) =>
          (value as { frames: unknown[] }).frames.map((frame) => JSON.stringify(frame));
        const others = frames(theirs);
        const index = frames(ours).findIndex((frame, place) => frame !== others[place]);
        return input.keys.slice(0, Math.max(index, 0) + 1).some((key) => /\[[56]~/.test(key));
      },
    }),
  ),
  known<string[]>({
    subject: "tui/editor-calls",
    status: "accepted",
    reason:
      "What was pasted is kept for as long as its marker may come back, by undo or by setText, so the numbers of markers go on.",
    example: ["paste-many", "set", "paste-many"],
    matches: ({ input, ours, theirs }) => {
      const numberless = (value: unknown) =>
        JSON.stringify({ ...(value as object), expanded: undefined }).replaceAll(/paste #\d+/g, "paste");
      return input.some((step) => step.startsWith("set")) && numberless(ours) === numberless(theirs);
    },
  }),
  known<string[]>({
    subject: "tui/focus",
    status: "accepted",
    reason:
      "An overlay that got the focus later gives it back to the component that had it then; in pi to the one that had it when the overlay was opened.",
    example: ["silent-overlay", "second", "focus-overlay", "unfocus"],
    matches: (difference) => {
      const { step, before } = firstOtherFocus(difference);
      return ["hide", "unfocus"].includes(step) && before.includes("focus-overlay");
    },
  }),
  known<string[]>({
    subject: "tui/focus",
    status: "accepted",
    reason:
      "A component that a program gives the focus while an overlay is open has it until it is taken away, and then the overlay has it; in pi the overlay takes it with the next key, and does not get it back.",
    example: ["first", "overlay", "first", "key"],
    matches: (difference) => {
      const { step, before } = firstOtherFocus(difference);
      return ["key", "none"].includes(step) && /overlay.* (first|second)/.test(before.join(" "));
    },
  }),
  known<string[]>({
    subject: "tui/focus",
    status: "accepted",
    reason:
      "Of one component in two overlays, the one that is left open has the focus when the other gives it up, unless it was opened without the focus; in pi that one takes it with the next key.",
    example: ["overlay", "first", "overlay", "unfocus"],
    matches: (difference) => {
      const { step, before } = firstOtherFocus(difference);
      const isAfter = before.some((each) => ["unfocus", "hide"].includes(each));
      const isGivenUp = ["unfocus", "none"].includes(step) || (step === "key" && isAfter);
      return isGivenUp && before.filter((each) => /^(silent-)?overlay$/.test(each)).length > 1;
    },
  }),
  known<{ keys: string[]; history: string[] }>({
    subject: "tui/editor",
    status: "accepted",
    reason:
      "Undo after going through the history goes back one prompt; in pi it goes back to the text before all of them.",
    example: { history: ["first", "second"], keys: ["\x1b[A", "\x1b[A", "\x1f"], width: 160 } as never,
    matches: ({ input, ours, theirs }) => {
      const before = input.keys.slice(0, firstOtherState(ours, theirs));
      return (
        input.history.length > 0 &&
        [...before, input.keys[before.length]].includes("\x1f") &&
        before.filter((key) => /\[[AB]$/.test(key)).length > 1
      );
    },
  }),
  known<{ keys: string[]; history: string[] }>({
    subject: "tui/editor",
    status: "accepted",
    reason:
      "A key that deletes nothing does not end the way through the history: Down still leads back to the draft. In pi the draft is lost.",
    example: { history: ["first"], keys: ["\x1b[A", "\x17", "\x1b[B"], width: 160 } as never,
    matches: ({ input, ours, theirs }) => {
      const texts = (value: unknown) => (value as { states: { text: string }[] }).states.map(({ text }) => text);
      const [own, other] = [texts(ours), texts(theirs)];
      const index = own.findIndex((text, place) => text !== other[place]);
      const before = input.keys.slice(0, index);
      return (
        input.history.length > 0 &&
        /\[[AB]$/.test(input.keys[index] ?? "") &&
        before.some(
          (key, place) => /^([\x04\x08\x0b\x15\x17\x7f]|\x1b(d|\[3~|\x7f))$/.test(key) && own[place] === own[place - 1],
        )
      );
    },
  }),
  known<object>({
    subject: "tui/editor",
    status: "accepted",
    reason: "How many rows are hidden stands at another place of the border.",
    example: {
      text: "a\nbb\n\nccc",
      history: [],
      keys: Array.from({ length: 6 }, () => "\n"),
      width: 160,
    },
    matches: ({ ours, theirs }) => withoutHiddenCount(ours) === withoutHiddenCount(theirs),
  }),
];

interface EditorResult {
  readonly states: readonly { readonly text: string; readonly cursor: unknown }[];
}

/** After which key the text or the position in it first differ; -1 if they never do. */
function firstOtherState(ours: unknown, theirs: unknown): number {
  const states = (value: unknown) =>
    (value as EditorResult).states.map(({ text, cursor }) => JSON.stringify([text, cursor]));
  const others = states(theirs);
  return states(ours).findIndex((state, place) => state !== others[place]);
}

/** Whether the text and the position in it are the same until a key moves by rows; without one, only the rows differ. */
function isMovedByRows({ input, ours, theirs }: Difference<{ keys: string[] }>): boolean {
  const index = firstOtherState(ours, theirs);
  if (index >= 0) return /\[[AB56]/.test(input.keys[index] ?? "");
  const rest = (value: unknown) => JSON.stringify({ ...(value as object), states: undefined });
  return rest(ours) === rest(theirs);
}

/** The first step after which another component has the focus, with the steps before it. */
function firstOtherFocus({ input, ours, theirs }: Difference<string[]>): { step: string; before: string[] } {
  const states = (value: unknown) => (value as { states: unknown[] }).states.map((state) => JSON.stringify(state));
  const [own, other] = [states(ours), states(theirs)];
  const index = own.findIndex((state, place) => state !== other[place]);
  return { step: input[index] ?? "", before: input.slice(0, Math.max(0, index)) };
}

/** Whether all three members are there, with items of two texts each, or none of them. */
function isSuggestion(value: unknown): boolean {
  const { prefix, items, applied } = value as {
    prefix?: unknown;
    items?: { value: unknown; label: unknown }[];
    applied?: unknown[];
  };
  if (prefix === undefined) return items === undefined && applied === undefined;
  const isItem = (item: { value: unknown; label: unknown }) =>
    typeof item.value === "string" && typeof item.label === "string";
  return typeof prefix === "string" && items !== undefined && items.every(isItem) && Array.isArray(applied);
}

/** Characters that take no column of their own, and those that terminals join: marks, joiners, controls, halves, flags. */
const WIDTHLESS =
  /[\p{Zl}\p{Zp}\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{M}\p{Extended_Pictographic}\p{RI}\u3164\u115f\u1160\uffa0]/u;

/** Whether a formula shows every letter and digit that pi shows. */
function saysAsMuch(ours: string, theirs: unknown): boolean {
  const signs = (text: string) => [...text.normalize("NFKD")].filter((sign) => /[a-z0-9]/i.test(sign));
  const own = signs(ours);
  return signs(String(theirs ?? "")).every((sign) => own.includes(sign));
}

/** Whether no row is drawn beyond the width. */
function fits(rows: unknown, width: number): boolean {
  const textOf = (row: unknown): string =>
    Array.isArray(row) ? row.map(textOf).join("") : String((row as { text?: string }).text ?? row);
  return (rows as unknown[]).every((row) => visibleWidth(textOf(row)) <= Math.max(width, 2));
}

/** The characters of all rows without the marks of those that do not fit: the rows below such a mark are one higher. */
function withoutMarks(rows: unknown): string {
  return [...wordsOf(rows).replaceAll("?", "")].sort().join("");
}

/** Whether the rows differ only in that ours have a question mark for characters that are too wide for a narrower column. */
function hasMarks(ours: unknown, theirs: unknown): boolean {
  const narrow = (rows: unknown) => withoutMarks(rows).replaceAll(/[^ -~]/g, "");
  return wordsOf(ours).includes("?") && narrow(ours) === narrow(theirs);
}

/** The rows without what the border says of hidden rows, which is cut in another way where it does not fit. */
function withoutHiddenCount(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll(/─+ [↑↓][^"]*/g, "")
    .replaceAll("─", "");
}

interface Picture {
  readonly dimensions: { readonly widthPx: number; readonly heightPx: number };
  readonly options?: { readonly maxWidthCells?: number; readonly maxHeightCells?: number };
  readonly cells?: { readonly widthPx: number; readonly heightPx: number };
  readonly protocol: string | null;
}

/** Whether an image has fewer pixels than the cells that it may fill. */
function isSmall({ dimensions, options, cells = { widthPx: 9, heightPx: 18 } }: Picture): boolean {
  const { maxWidthCells = 80, maxHeightCells = Number.POSITIVE_INFINITY } = options ?? {};
  return dimensions.widthPx < maxWidthCells * cells.widthPx && dimensions.heightPx < maxHeightCells * cells.heightPx;
}

interface Columns {
  readonly kind: string;
  readonly entries: readonly {
    text: string;
    grow?: number;
    basis?: number | "auto";
    minSize?: number;
    maxSize?: number;
  }[];
  readonly gap: number;
  readonly width: number;
}
