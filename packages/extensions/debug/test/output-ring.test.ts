import fc from "fast-check";
import { expect, test } from "vitest";
import { OutputRing } from "../session/output-ring.ts";

const MOST = 128 * 1024;

test("R354: output above 128 KiB is trimmed from the front, in pieces of about 1 KiB, and marked", () => {
  const ring = new OutputRing();
  const all = Array.from({ length: 40_000 }, (_, index) => `line ${index}\n`).join("");
  for (let at = 0; at < all.length; at += 777) ring.append(all.slice(at, at + 777));
  const [mark = "", ...lines] = ring.text().split("\n");
  const kept = lines.join("\n");
  expect(mark).toBe(`[${all.length - kept.length} characters of earlier output were dropped]`);
  expect(all.endsWith(kept)).toBe(true);
  expect(kept.length).toBeLessThanOrEqual(MOST);
  expect(kept.length).toBeGreaterThan(MOST - 2 * 1024);
});

test("whatever is appended, the end is kept, and news are reported once", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ maxLength: 5000 }), fc.boolean()), { maxLength: 60 }), (parts) => {
      const ring = new OutputRing();
      let all = "";
      let unreported = "";
      for (const [part, isAsked] of parts) {
        ring.append(part);
        all += part;
        unreported += part;
        if (!isAsked) continue;
        expect(ring.news(1e9)).toBe(unreported.slice(-Math.min(unreported.length, MOST)));
        unreported = "";
      }
      if (all.length <= MOST) expect(ring.text()).toBe(all);
      else expect(all.endsWith(ring.text().replace(/^\[.*\n/, ""))).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test("long news are cut at the front", () => {
  const ring = new OutputRing();
  ring.append("abcdef");
  expect(ring.news(3)).toBe("[…]def");
  expect(ring.news(3)).toBe("");
});
