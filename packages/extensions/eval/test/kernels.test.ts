import { chmodSync } from "node:fs";
import { createWorkspace } from "@tau/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findPython } from "../kernel/find-python.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { type KernelStart, Kernels } from "../kernel/kernels.ts";
import { MergedOutput } from "../kernel/merged-output.ts";

let started = 0;

/** A kernel without a process, for the rules of how long kernels live. */
function idleKernel(): Kernel {
  const kernel = {
    number: ++started,
    ...{
      isAlive: true,
      isBusy: false,
      isConfined: true,
      cells: 1,
      usedAt: started,
      endReason: undefined as string | undefined,
    },
    async end(reason: string) {
      kernel.isAlive = false;
      kernel.endReason = reason;
    },
  };
  return kernel as unknown as Kernel;
}

const startFor = (session: string, isConfined = true): KernelStart => ({
  ...{ language: "py", owner: { session, cwd: "/" }, isConfined },
  launch: async () => ({}) as never,
});

test("R263, P-OMP-29: a fifth kernel ends the one that was not used for the longest time, and that is stated", async () => {
  const kernels = new Kernels(
    async () => idleKernel(),
    () => 0,
  );
  for (const session of ["a", "b", "c", "d", "e"]) await kernels.use(startFor(session), async () => undefined);
  expect(kernels.list()).toHaveLength(4);
  const { lost } = await kernels.use(startFor("a"), async (taken) => taken);
  expect(lost).toBe("only 4 kernels run at once, and another was needed");
  await kernels.endAll();
  expect(kernels.list()).toEqual([]);
});

test("a kernel that ran outside the sandbox is not used inside it", async () => {
  const kernels = new Kernels(
    async () => Object.assign(idleKernel(), { isConfined: kernels.list().length > 0 || started % 2 === 0 }),
    () => 0,
  );
  const first = await kernels.use(startFor("x", started % 2 === 1), async ({ kernel }) => kernel);
  const { kernel, lost } = await kernels.use(startFor("x", !first.isConfined), async (taken) => taken);
  expect(kernel).not.toBe(first);
  expect(lost).toContain("the permission mode has changed");
  await kernels.endAll();
});

test("work waits for the work before it, also if that fails", async () => {
  const kernels = new Kernels(
    async () => idleKernel(),
    () => 0,
  );
  const order: number[] = [];
  const slow = Promise.withResolvers<void>();
  const first = kernels.use(startFor("q"), async () => {
    await slow.promise;
    order.push(1);
    throw new Error("failed");
  });
  const second = kernels.use(startFor("q"), async () => void order.push(2));
  slow.resolve();
  await expect(first).rejects.toThrow("failed");
  await second;
  expect(order).toEqual([1, 2]);
  await kernels.endAll();
});

test("R259: output and frames are merged by their marks, however they are cut and whichever comes first", () => {
  const whole = Buffer.from("one\u001es:1\u001ftwo\u001e not a mark \u001es:x\u001f\u001es:2\u001f\u001es:3\u001fé");
  const cuts = fc.array(fc.integer({ min: 0, max: whole.length }), { maxLength: 8 });
  fc.assert(
    fc.property(cuts, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), (places, turns) => {
      let shown = "";
      const output = new MergedOutput<{ mark: number }>("s", {
        onText: (text) => {
          shown += text;
        },
        onFrame: ({ mark }) => {
          shown += `[${mark}]`;
        },
      });
      const ends = [0, ...places.toSorted((a, b) => a - b), whole.length];
      const pieces = ends.slice(1).map((place, index) => whole.subarray(ends[index], place));
      const frames = [{ mark: 1 }, { mark: 2 }, { mark: 3 }];
      for (const isFrame of [...turns, ...turns.map((turn) => !turn)]) {
        const [frame, piece] = isFrame ? [frames.shift(), undefined] : [undefined, pieces.shift()];
        if (frame) output.receive(frame);
        if (piece) output.append(piece);
      }
      expect(shown).toBe("one[1]two\u001e not a mark \u001es:x\u001f[2][3]é");
    }),
  );
});

test("a mark without its frame, and a frame without its mark, are delivered in the end", async () => {
  let shown = "";
  const output = new MergedOutput<{ mark: number }>("s", {
    onText: (text) => {
      shown += text;
    },
    onFrame: ({ mark }) => {
      shown += `[${mark}]`;
    },
  });
  output.append(Buffer.from("a\u001es:1\u001fb"));
  output.receive({ mark: 9 });
  expect(shown).toBe("a");
  await expect.poll(() => shown, { timeout: 5000 }).toBe("ab[9]");
  output.receive({ mark: 1 });
  expect(shown).toBe("ab[9][1]");
});

test("R262: the interpreter is the chosen one, VIRTUAL_ENV, .venv, venv of a trusted folder, then that of PATH", async () => {
  await using workspace = await createWorkspace({
    files: { ".venv/bin/python3": "", "venv/bin/python": "", "active/bin/python": "", "bin/python3": "" },
  });
  const { cwd } = workspace;
  for (const file of [".venv/bin/python3", "venv/bin/python", "active/bin/python", "bin/python3"])
    chmodSync(`${cwd}/${file}`, 0o755);
  const env = { PATH: `${cwd}/none:${cwd}/bin`, TAU_HOME: `${cwd}/home` };
  const find = (more: object = {}) => findPython({ cwd, env, isTrusted: true, ...more });
  expect(find({ chosen: "bin/python3" })).toEqual({ program: `${cwd}/bin/python3` });
  expect(find({ chosen: "nothing" })).toBeUndefined();
  expect(find({ env: { ...env, VIRTUAL_ENV: `${cwd}/active` } })).toEqual({
    ...{ program: `${cwd}/active/bin/python`, bin: `${cwd}/active/bin`, home: `${cwd}/active` },
  });
  expect(find()?.program).toBe(`${cwd}/.venv/bin/python3`);
  expect(find({ isTrusted: false })?.program).toBe(`${cwd}/bin/python3`);
  expect(find({ isTrusted: false, env: { PATH: "" } })).toBeUndefined();
});
