import * as fc from "fast-check";
import type { Library } from "../../library.ts";
import { subject } from "../../subject.ts";
import { keyBytes, keyIds } from "./key-bytes.ts";

type KeyId = Parameters<Library["tui"]["matchesKey"]>[1];

export const keySubjects = [
  subject({
    name: "tui/parse-key",
    inputs: fc.tuple(keyBytes, fc.boolean()),
    runs: 2_000,
    run: ({ tui }, [data, kitty]) =>
      withKitty(tui, kitty, () => ({
        id: tui.parseKey(data),
        release: tui.isKeyRelease(data),
        repeat: tui.isKeyRepeat(data),
        printable: tui.decodeKittyPrintable(data),
        active: tui.isKittyProtocolActive(),
      })),
  }),
  subject({
    name: "tui/matches-key",
    inputs: fc.tuple(keyBytes, fc.boolean()),
    runs: 1_000,
    run: ({ tui }, [data, kitty]) =>
      withKitty(tui, kitty, () => keyIds.filter((id) => tui.matchesKey(data, id as KeyId))),
  }),
  subject({
    name: "tui/stdin-buffer",
    inputs: fc
      .array(
        fc.oneof(
          keyBytes,
          fc.constantFrom("\x1b[200~", "\x1b[201~", "text", "\x1b", "[", "A", "é", "\x1b]11;rgb:1/2/3\x07"),
        ),
        {
          maxLength: 8,
        },
      )
      .chain((parts) => cut(parts.join(""))),
    runs: 500,
    run: ({ tui }, chunks) => {
      const buffer = new tui.StdinBuffer({ timeout: 60_000 });
      const events: [string, string][] = [];
      buffer.on("data", (data) => events.push(["data", data]));
      buffer.on("paste", (data) => events.push(["paste", data]));
      for (const chunk of chunks) buffer.process(chunk);
      const left = buffer.getBuffer();
      const flushed = buffer.flush();
      const result = { events, left, flushed, after: buffer.getBuffer() };
      buffer.destroy();
      return result;
    },
  }),
  subject({
    name: "tui/key-constants",
    inputs: fc.constantFrom("a", "enter", "f1", "-") as fc.Arbitrary<"a">,
    runs: 4,
    run: ({ tui }, key) =>
      Object.fromEntries(
        Object.entries(tui.Key).map(([name, value]) => [name, typeof value === "function" ? value(key) : value]),
      ),
  }),
  subject({
    name: "tui/keybindings",
    inputs: fc.record({
      user: fc.dictionary(
        fc.constantFrom("one", "two", "three", "unknown"),
        fc.oneof(
          fc.constantFrom("ctrl+a", "up", ""),
          fc.array(fc.constantFrom("ctrl+a", "enter", "ctrl+a"), { maxLength: 3 }),
        ),
        { maxKeys: 4 },
      ),
      data: keyBytes,
    }),
    run: ({ tui }, { user, data }) => {
      const definitions = {
        one: { defaultKeys: "up", description: "One" },
        two: { defaultKeys: ["ctrl+a", "enter"], description: "Two" },
        three: { defaultKeys: [] },
      } as unknown as ConstructorParameters<typeof tui.KeybindingsManager>[0];
      const bindings = new tui.KeybindingsManager(definitions, user as never);
      const names = ["one", "two", "three", "unknown"] as never[];
      return {
        keys: names.map((name) => bindings.getKeys(name)),
        matches: names.map((name) => bindings.matches(data, name)),
        definitions: names.map((name) => bindings.getDefinition(name)),
        conflicts: bindings.getConflicts(),
        user: bindings.getUserBindings(),
        resolved: bindings.getResolvedBindings(),
      };
    },
  }),
  subject({
    name: "tui/default-keybindings",
    examples: ["defaults", "current", "replaced"] as const,
    inputs: fc.constantFrom("defaults", "current", "replaced"),
    runs: 3,
    run: ({ tui }, what) => {
      if (what === "defaults")
        return Object.fromEntries(Object.entries(tui.TUI_KEYBINDINGS).map(([id, row]) => [id, row.defaultKeys]));
      const before = tui.getKeybindings();
      if (what === "current") return before.getResolvedBindings();
      const other = new tui.KeybindingsManager(tui.TUI_KEYBINDINGS, { "tui.select.up": "ctrl+k" });
      tui.setKeybindings(other);
      const isSet = tui.getKeybindings() === other;
      tui.setKeybindings(before);
      return isSet;
    },
  }),
];

function withKitty<Result>(tui: Library["tui"], active: boolean, read: () => Result): Result {
  tui.setKittyProtocolActive(active);
  try {
    return read();
  } finally {
    tui.setKittyProtocolActive(false);
  }
}

/** A text in pieces, as reads of a terminal would deliver it. */
function cut(text: string): fc.Arbitrary<string[]> {
  return fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 3 }).map((places) => {
    const sorted = [0, ...places.sort((a, b) => a - b), text.length];
    return sorted
      .slice(1)
      .map((end, index) => text.slice(sorted[index], end))
      .filter((chunk) => chunk !== "");
  });
}
