import { type KnownDifference, known } from "../subject.ts";
import { leavesOf } from "./leaves.ts";
import { sameAfter, without } from "./words.ts";

/** What differs in how the bytes of a terminal become keys. */
export const tuiKeyDifferences: readonly KnownDifference[] = [
  known<[string, boolean]>({
    subject: "tui/parse-key",
    status: "accepted",
    reason:
      "Keys that pi leaves without a name have one: more modifiers, more symbols, lock keys ignored, text outside ASCII.",
    example: ["\x1b[27;5;10~", true],
    matches: ({ ours, theirs }) => {
      const [a, b] = [ours as ParsedKey, theirs as ParsedKey];
      return (
        a.release === b.release &&
        a.repeat === b.repeat &&
        b.id === undefined &&
        (b.printable === undefined || [b.printable, b.printable.toUpperCase()].includes(a.printable ?? ""))
      );
    },
  }),
  known<[string, boolean]>({
    subject: "tui/parse-key",
    status: "accepted",
    reason: "Alt with Tab is named so; pi names it by the letter that has the same byte (ctrl+alt+i).",
    example: ["\x1b\t", false],
    matches: ({ input }) => input[0] === "\x1b\t",
  }),
  known<[string, boolean]>({
    subject: "tui/parse-key",
    status: "accepted",
    reason:
      "Shift with a letter types the capital letter, also on a terminal that does not send it along; pi types the small one.",
    example: ["\x1b[97;2u", false],
    matches: (difference) =>
      /^\x1b\[\d+;\d+(:\d)?u$/.test(difference.input[0]) &&
      leavesOf(difference).every(
        ({ path, ours, theirs }) =>
          path === "printable" && typeof theirs === "string" && ours !== theirs && ours === theirs.toUpperCase(),
      ),
  }),
  known<[string, boolean]>({
    subject: "tui/parse-key",
    status: "accepted",
    reason: "The release of a key types nothing, so that no character is written twice.",
    example: ["\x1b[33;65:3u", false],
    matches: (difference) =>
      (difference.ours as ParsedKey).release &&
      leavesOf(difference).every(({ path, theirs }) => path === "printable" || (path === "id" && theirs === undefined)),
  }),
  known<[string, boolean]>({
    subject: "tui/parse-key",
    status: "accepted",
    reason: "The codes of Backspace and of the private area, where Kitty puts keys, type no character.",
    example: ["\x1b[127u", false],
    matches: (difference) =>
      /^\x1b\[(127|57[3-9]\d\d|5[89]\d{3}|6[0-3]\d{3})[;:u]/.test(difference.input[0]) &&
      leavesOf(difference).every(({ path, theirs }) => path === "printable" || (path === "id" && theirs === undefined)),
  }),
  known<[string, boolean]>({
    subject: "tui/matches-key",
    status: "accepted",
    reason: "Keys that pi leaves without a name have one and match it.",
    example: ["\x1b[27;5;10~", true],
    matches: ({ ours, theirs }) => (theirs as string[]).length === 0 && (ours as string[]).length > 0,
  }),
  known<string>({
    subject: "tui/default-keybindings",
    status: "accepted",
    reason:
      "As in pi 1.5, Home and End move in the editor and Ctrl+Home and Ctrl+End in the transcript; redo has a key.",
    example: "defaults",
    matches: ({ ours, theirs }) => {
      const changed = [
        "tui.altScreen.bottom",
        "tui.altScreen.top",
        "tui.editor.cursorLineEnd",
        "tui.editor.cursorLineStart",
        "tui.editor.redo",
      ];
      const rest = (value: unknown) =>
        JSON.stringify(Object.entries(value as object).filter(([id]) => !changed.includes(id)));
      return rest(ours) === rest(theirs);
    },
  }),
  ...["tui/parse-key", "tui/matches-key"].map((subject) =>
    known<[string, boolean]>({
      subject,
      status: "accepted",
      reason:
        "Kitty sequences with all their fields are read as the protocol says: the base layout key counts for letters outside Latin only, the event type is found before the text, key pad keys have their names.",
      example: ["\x1b[65::57414;133:3u", true],
      matches: ({ input }) => /^\x1b\[\d+:|;\d+(:\d)?;\d+u$|;\d+:\d[A-Z~]$/.test(input[0]),
    }),
  ),
  known<string[]>({
    subject: "tui/stdin-buffer",
    status: "accepted",
    reason:
      "Characters outside the basic plane stay whole; sequences of the Linux console and of rxvt are one key; one that something else cuts off ends there; one that is unfinished at the end waits for the next read and is given out when that does not come.",
    example: ["😀A"],
    matches: ({ input, ours }) =>
      isAllOf(input.join(""), ours) &&
      (/[\ud800-\udfff]|\x1b\[\[|\x1b\[\d+[$^@]|\x1b[[O]?$|\x1bO[\x00-\x1f]|\x1b[P_\]][^\x07\x1b]*(\x1b[^\\]|\x1b?$)|\x1b\[[ -?]*[^ -~]|\x1b\x1b|\x1b\[200~/.test(
        input.join(""),
      ) ||
        input.some((chunk) => chunk.endsWith("\x1b"))),
  }),
  known<string[]>({
    subject: "tui/stdin-buffer",
    status: "accepted",
    reason: "A character that a terminal sends both as a Kitty sequence and as text is one key.",
    example: ["\x1b[99;65;233ué"],
    matches: ({ input }) => /u[^\x1b]/.test(input.join("")),
  }),
  known<{ user: object; data: string }>({
    subject: "tui/keybindings",
    status: "accepted",
    reason: "Which keys match an id is compared by tui/matches-key.",
    example: { user: {}, data: "\x1b[27;65;57414~" },
    matches: (difference) => sameAfter(without("matches"), difference),
  }),
  known<[string, boolean]>({
    subject: "tui/matches-key",
    status: "accepted",
    reason: "A byte or sequence that terminals send for several keys matches all of them.",
    example: ["\x1d", true],
    matches: ({ ours, theirs }) => (theirs as string[]).every((id) => (ours as string[]).includes(id)),
  }),
];

interface ParsedKey {
  readonly id?: string;
  readonly printable?: string;
  readonly release: boolean;
  readonly repeat: boolean;
}

/** Whether no byte is lost or made up; what follows the beginning of a paste may still wait for its end. */
function isAllOf(bytes: string, value: unknown): boolean {
  const { events, flushed, left } = value as { events: [string, string][]; flushed: string[]; left: string };
  const withoutMarkers = (text: string) => text.replaceAll(/\x1b\[20[01]~/g, "");
  const given = withoutMarkers(
    [...events.map(([, data]) => data), ...(flushed.length > 0 ? flushed : [left])].join(""),
  );
  const all = withoutMarkers(bytes);
  return bytes.includes("\x1b[200~") ? all.startsWith(given) : all === given;
}
