import { rmSync } from "node:fs";
import { canActAsOthers, requireProgram } from "@tau/testkit";
import { expect, test } from "vitest";
import type { EscapeAttempt } from "./sandbox/attempt.ts";
import { fileAttempts } from "./sandbox/file-attempts.ts";
import { kernelAttempts } from "./sandbox/kernel-attempts.ts";
import { networkAttempts } from "./sandbox/network-attempts.ts";
import { CANARY, canConfine, openPlace, type Place } from "./sandbox/place.ts";
import { secretAttempts } from "./sandbox/secret-attempts.ts";

const ATTEMPTS: readonly EscapeAttempt[] = [...fileAttempts, ...secretAttempts, ...kernelAttempts, ...networkAttempts];
const NOBODY = 65_534;
const USERS = [
  ["this user", process.getuid?.() ?? 0],
  ["another user", NOBODY],
] as const;

test("there are at least 120 attempts, each with a name of its own", () => {
  expect(new Set(ATTEMPTS.map(({ name }) => name)).size).toBe(ATTEMPTS.length);
  expect(ATTEMPTS.length).toBeGreaterThanOrEqual(120);
});

for (const [who, uid] of USERS)
  test(`no attempt gets out of the sandbox, as ${who}`, async (context) => {
    const bwrap = await requireProgram("bwrap", context);
    if (uid !== process.getuid?.() && !canActAsOthers())
      context.skip("needs root, and a checkout that others can enter");
    if (!canConfine(bwrap, uid)) context.skip("the kernel forbids namespaces here");
    await using place = await openPlace(uid);
    const ready = await place.run("id -u; ls /run; cat src/a.txt");
    expect(ready.output, "the sandbox works").toMatch(/^\d+\ntau-sandbox\na\n$/);
    const escapes: string[] = [];
    for (const attempt of ATTEMPTS) escapes.push(...(await tryOut(attempt, place)));
    expect(escapes).toEqual([]);
    expect(await place.leftovers(), "what covered missing files is removed").toEqual([]);
  });

test("without a sandbox the attempts that are harmless succeed, so that they are real", async (context) => {
  if (!canActAsOthers()) context.skip("needs root, and a checkout that others can enter");
  const failed: string[] = [];
  for (const attempt of ATTEMPTS.filter(({ isControlled }) => isControlled)) {
    // What an earlier run has left would hide that this one gets through.
    for (const left of MADE) rmSync(left, { force: true });
    await using place = await openPlace(NOBODY, { sandboxed: false });
    if ((await tryOut(attempt, place)).length === 0) failed.push(attempt.name);
  }
  for (const left of MADE) rmSync(left, { force: true });
  expect(failed).toEqual([]);
});

/** Files that attempts leave outside of their place. */
const MADE = ["/tmp/tau-escape-made-1", "/var/tmp/tau-escape-made-2", "/dev/shm/tau-escape-made-3"];

/** What went wrong, a line for each. */
async function tryOut(attempt: EscapeAttempt, place: Place): Promise<string[]> {
  const before = place.state();
  const reached = place.reached();
  let isDone = false;
  const { output, outcome } = await place.run(`${attempt.script(place)}\necho TRIED`, (text) => {
    if (isDone || !attempt.during || !text.includes("READY")) return;
    isDone = true;
    attempt.during(place);
  });
  const after = place.state();
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => before[key] !== after[key],
  );
  const problems = [
    ...changed.map((path) => `changed ${path}: ${before[path]} -> ${after[path]}`),
    ...(output.includes(CANARY) ? ["a secret was shown"] : []),
    ...(/ESCAPED.*/.exec(output)?.map((text) => `it said ${text}`) ?? []),
    ...(place.reached() > reached ? ["a server was reached"] : []),
    ...(outcome === undefined || (!output.includes("TRIED") && outcome.exitCode !== 137)
      ? [`it did not run: ${output}`]
      : []),
  ];
  return problems.map((problem) => `${attempt.name}: ${problem}`);
}
