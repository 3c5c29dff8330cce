import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { randomUuid } from "../../src/session/session-ports.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("random UUIDs are well formed, never the same, and use all digits in all places", () => {
  const made = Array.from({ length: 2000 }, randomUuid);
  for (const id of made) expect(id).toMatch(UUID);
  expect(new Set(made).size).toBe(made.length);
  const digits = Array.from({ length: 8 }, (_, place) => new Set(made.map((id) => id[place])).size);
  expect(digits).toEqual(digits.map(() => 16));
});

const SOURCE = JSON.stringify(fileURLToPath(new URL("../../src/session/session-ports.ts", import.meta.url)));

test.each([
  ["from the device, without the runtime's cryptography", "", false],
  [
    "from the runtime, where there is no device",
    'process.getBuiltinModule = () => ({ openSync() { throw new Error("none"); } });',
    true,
  ],
  ["from the runtime, where there are no files", "process.getBuiltinModule = undefined;", true],
])("they come %s", (_, prepare, asksRuntime) => {
  const program = `
    ${prepare}
    const own = crypto; let asked = false;
    Object.defineProperty(globalThis, "crypto", { get() { asked = true; return own; } });
    const { randomUuid } = await import(${SOURCE});
    console.log(JSON.stringify([randomUuid(), asked]));`;
  const [id, asked] = JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" }),
  );
  expect(id).toMatch(UUID);
  expect(asked).toBe(asksRuntime);
});
