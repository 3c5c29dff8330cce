import { expect, test } from "vitest";
import { CURRENT_SESSION_VERSION, type SessionEntry, type SessionHeader } from "../../src/session/entries/entry.ts";
import type { LogStorage, SessionStore } from "../../src/session/log-storage.ts";
import { assistant, user } from "./messages-for-tests.ts";

export const header: SessionHeader = {
  type: "session",
  version: CURRENT_SESSION_VERSION,
  id: "session-1",
  timestamp: "2026-01-02T03:04:05.006Z",
  cwd: "/project",
};

export function entry(id: string, parentId: string | null, body: Partial<SessionEntry> = {}): SessionEntry {
  const timestamp = "2026-01-02T03:04:05.006Z";
  return { type: "message", id, parentId, timestamp, message: user(id), ...body } as SessionEntry;
}

export function answer(id: string, parentId: string | null): SessionEntry {
  return entry(id, parentId, { message: assistant(id) } as Partial<SessionEntry>);
}

/** What every store must do, whatever it keeps its logs in (P-SESS-46). */
export function describeStore(makeStore: () => SessionStore): void {
  test("a new log has its header and no entry", () => {
    const log = makeStore().create({ header });
    expect([log.header, log.count, log.positionOf("a"), log.readOnly]).toEqual([header, 0, -1, undefined]);
  });

  test("entries come back in order, by position and by id", () => {
    const log = filled(makeStore());
    expect(everything(log)).toEqual([
      { entry: entry("a", null), id: "a", type: "message", parent: -1, position: 0 },
      { entry: answer("b", "a"), id: "b", type: "message", parent: 0, position: 1 },
      { entry: entry("c", "a"), id: "c", type: "message", parent: 0, position: 2 },
    ]);
  });

  test("a log starts with the entries it is given", () => {
    const log = makeStore().create({ header, entries: [entry("a", null), answer("b", "a")] });
    log.append(entry("c", "a"));
    expect(everything(log)).toEqual(everything(filled(makeStore())));
  });

  test("unknown types and fields are kept as they are", () => {
    const strange = { ...entry("x", "b"), type: "from_the_future", depth: { of: ["it"] } } as unknown as SessionEntry;
    const log = filled(makeStore());
    log.append(strange);
    expect([log.entryAt(3), log.typeAt(3)]).toEqual([strange, "from_the_future"]);
  });

  test("the last entry with an id counts", () => {
    const log = filled(makeStore());
    log.append(entry("a", "c"));
    expect(log.positionOf("a")).toBe(3);
  });

  test("a parent that is not there makes a root", () => {
    const log = filled(makeStore());
    log.append(entry("x", "nowhere"));
    expect(log.parentAt(3)).toBe(-1);
  });

  test("a closed log can be read and not written", () => {
    const log = filled(makeStore());
    log.close();
    log.close();
    expect(log.entryAt(1)).toEqual(answer("b", "a"));
    expect(() => log.append(entry("d", "c"))).toThrow(expect.objectContaining({ code: "closed" }));
    expect(log.count).toBe(3);
  });

  test("two logs of a store know nothing of each other", () => {
    const store = makeStore();
    const first = filled(store);
    const second = store.create({ header: { ...header, id: "session-2" } });
    second.append(entry("z", null));
    expect([first.count, second.count, first.positionOf("z")]).toEqual([3, 1, -1]);
  });
}

function filled(store: SessionStore): LogStorage {
  const log = store.create({ header });
  log.append(entry("a", null));
  log.append(answer("b", "a"));
  log.append(entry("c", "a"));
  return log;
}

function everything(log: LogStorage) {
  return Array.from({ length: log.count }, (_, position) => ({
    entry: log.entryAt(position),
    id: log.idAt(position),
    type: log.typeAt(position),
    parent: log.parentAt(position),
    position: log.positionOf(log.idAt(position)),
  }));
}
