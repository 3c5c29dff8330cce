import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openLog } from "../../src/node/log/session-files.ts";
import { SessionError } from "../../src/session/session-error.ts";
import type { SessionLog } from "../../src/session/session-log.ts";
import { user } from "../session/messages-for-tests.ts";
import { answer, entry, header } from "../session/store-contract.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const ENTRIES = [entry("a", null), answer("b", "a"), entry("c", "b"), entry("d", "b"), answer("e", "d")];
const LINES = [header, ...ENTRIES].map((value) => JSON.stringify(value));

/** Bytes are put in place of `length` others, somewhere. */
const wound = fc.record({
  at: fc.nat(),
  length: fc.nat(40),
  bytes: fc.oneof(
    fc.uint8Array({ maxLength: 20 }),
    fc.constantFrom(...["\n", "\r\n", "{", '"', "\u0000", "}\n{"].map((text) => Buffer.from(text))),
  ),
});

test("damage anywhere: the file opens or is refused by name, lines that are whole load, and no byte of it changes", () => {
  const home = temporaryFolder();
  const path = join(home, "session.jsonl");
  const endings = fc.constantFrom("\n", "\r\n", "\n\n");
  fc.assert(
    fc.property(fc.array(wound, { minLength: 1, maxLength: 3 }), endings, (wounds, ending) => {
      let bytes = Buffer.from(LINES.map((line) => line + ending).join(""));
      for (const { at, length, bytes: put } of wounds) {
        const start = at % bytes.length;
        bytes = Buffer.concat([bytes.subarray(0, start), put, bytes.subarray(start + length)]);
      }
      // A file of the second version is brought to the third: that is the one rewriting there is.
      fc.pre(!/^[^\n]*"version":2[,}]/.test(bytes.toString("latin1")));
      rmSync(path.replace(".jsonl", ".damaged"), { force: true });
      writeFileSync(path, bytes);
      const session = openOrRefuse(path, home);
      expect(readFileSync(path).equals(bytes)).toBe(true);
      if (!session) return;
      const whole = bytes
        .toString("latin1")
        .split("\n")
        .map((line) => line.replace(/\r$/, ""));
      const sound = ENTRIES.filter((_, index) => whole.includes(LINES[index + 1] as string));
      expect(session.getEntries()).toEqual(expect.arrayContaining(sound));
      session.getTree();
      session.buildSessionContext();
      if (!session.getReadOnlyReason()) goOn(session, path, bytes, home);
      session.close();
    }),
    { numRuns: 200 },
  );
});

/** A session without a readable line is no session: that is said by name. */
function openOrRefuse(path: string, home: string): SessionLog | undefined {
  try {
    return openLog(path, undefined, undefined, { home });
  } catch (error) {
    expect(error).toBeInstanceOf(SessionError);
    expect(error).toMatchObject({ code: "not-a-session" });
    return undefined;
  }
}

function goOn(session: SessionLog, path: string, before: Buffer, home: string): void {
  const added = session.appendMessage(user("goes on"));
  session.close();
  expect(readFileSync(path).subarray(0, before.length).equals(before)).toBe(true);
  const again = openLog(path, undefined, undefined, { home });
  expect([again.getLeafId(), again.getDiagnostics().filter(({ code }) => code.endsWith("-line"))]).toEqual([added, []]);
  again.close();
}
