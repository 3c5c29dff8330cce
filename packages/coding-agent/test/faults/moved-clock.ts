import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Workspace } from "@tau/testkit";
import type { FaultCase } from "./fault-cases.ts";
import { TOOL_TURNS } from "./fault-cases.ts";

/**
 * Moves the wall clock of one process, as an administrator, a time server or a resumed machine does. The system has one clock for all
 * processes, so the program's own view of it is moved: `Date` is all that reads it. Timers and `performance.now` do not jump, as in reality,
 * and times of files stay those of the disk.
 */
const MOVE_CLOCK = `
import { readFileSync } from "node:fs";
const Real = Date;
const now = () => Real.now() + Number(readFileSync(process.env.MOVED_CLOCK, "utf8"));
globalThis.Date = new Proxy(Real, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self === Date ? target : self),
  apply: () => new Real(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
`;

const HOUR_MS = 3_600_000;
const JUMPS: Readonly<Record<string, number>> = {
  "an hour": HOUR_MS,
  "thirty years": 30 * 365 * 24 * HOUR_MS,
};

/** Jumps of the clock in both directions, at the start and before each turn. */
export function clockCases(): FaultCase[] {
  const starts = [undefined, ...Array.from({ length: TOOL_TURNS + 1 }, (_, turn) => turn)];
  return Object.entries(JUMPS).flatMap(([length, ms]) =>
    [1, -1].flatMap((direction) =>
      starts.map((at) => ({
        name: `the clock jumps ${direction < 0 ? "back" : "ahead"} by ${length} at ${at === undefined ? "the start" : `turn ${at}`}`,
        mustAnswer: true,
        prepare: ({ workspace }) => jump(workspace, direction * ms, at),
      })),
    ),
  );
}

async function jump(workspace: Workspace, ms: number, at: number | undefined) {
  const file = join(workspace.home, "clock");
  const preload = join(workspace.home, "move-clock.mjs");
  const move = (to: number) => writeFileSync(file, String(to));
  writeFileSync(preload, MOVE_CLOCK);
  move(at === undefined ? ms : 0);
  const env = { MOVED_CLOCK: file, NODE_OPTIONS: `--import ${preload}` };
  return { env, ...(at === undefined ? {} : { at, begin: () => move(ms) }) };
}
