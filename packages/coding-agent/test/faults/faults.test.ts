import { expect, test } from "vitest";
import { runCrowd } from "./crowd.ts";
import { canCutNetwork } from "./cut-network.ts";
import { type FaultCase, runFaultCases } from "./fault-cases.ts";
import type { FaultReport } from "./fault-report.ts";
import { fuzzCommands } from "./fuzz/fuzz-commands.ts";
import { fuzzConfiguration } from "./fuzz/fuzz-configuration.ts";
import { fuzzKeys } from "./fuzz/fuzz-keys.ts";
import { fuzzLines } from "./fuzz/fuzz-lines.ts";
import { fuzzRpc } from "./fuzz/fuzz-rpc.ts";
import { fuzzSessions } from "./fuzz/fuzz-sessions.ts";
import { fuzzStreams } from "./fuzz/fuzz-streams.ts";
import { runKilledModes } from "./killed-modes.ts";
import { lostNetworkCases } from "./lost-network.ts";
import { clockCases } from "./moved-clock.ts";
import { longWaitCases, refusalCases } from "./network-faults.ts";
import { Random } from "./random.ts";
import { runSoak } from "./soak.ts";
import { diskFullCases, openFilesCases } from "./storage-faults.ts";

// The long forms are in `npm run test:faults`.

const random = new Random(Math.floor(Math.random() * 2 ** 32));

function named(cases: readonly FaultCase[], ...names: readonly string[]): FaultCase[] {
  return cases.filter(({ name }) => names.includes(name));
}

async function expectNone(report: Promise<FaultReport>): Promise<void> {
  expect((await report).failures, `seed ${random.seed}`).toEqual([]);
}

test("sessions that run at once in one folder do not disturb each other", async () => {
  const { failures, facts } = await runCrowd(8);
  expect(failures).toEqual([]);
  expect(facts).toHaveProperty("peak RSS of a session, MB");
});

test("a kill in any mode loses nothing that was shown, and repeats nothing", async () => {
  await expectNone(runKilledModes(5, random));
});

test("K6: a disk that fills up in a run ends it with a sentence, and the session continues when there is room", async () => {
  const cases = named(diskFullCases(), "the disk of the home is full from turn 1 on");
  await expectNone(runFaultCases("full disks", cases, ["rpc"]));
});

test("K6: commands and snapshots that find no free descriptor fail without ending Tau", async () => {
  await expectNone(runFaultCases("few open files", openFilesCases([30, 33]), ["print"]));
});

test("K6: a clock that jumps back and ahead by decades changes nothing", async () => {
  const jumps = ["back", "ahead"].map((where) => `the clock jumps ${where} by thirty years at turn 1`);
  await expectNone(runFaultCases("jumps of the clock", named(clockCases(), ...jumps), ["print"]));
});

test("K6: each turn of a run survives two refusals; a server that asks for an hour ends the run at once", async () => {
  const storm = named(refusalCases(), "each turn meets 429 with 0 seconds to wait twice");
  const wait = named(longWaitCases(), "a rate limit asks to wait 3600");
  await expectNone(runFaultCases("refusing servers", [...storm, ...wait], ["json"]));
});

test.runIf(canCutNetwork())("K6: a network that is away for a second in an answer is not noticed", async () => {
  const cases = named(lostNetworkCases(), "the network is away for a second in turn 1");
  await expectNone(runFaultCases("lost networks", cases, ["print"]));
});

test("K6: damaged bytes from servers, terminals, files and clients end in an answer or a sentence", async () => {
  const { seed } = random;
  await expectNone(fuzzStreams(60, seed));
  await expectNone(fuzzLines(500, seed));
  await expectNone(fuzzKeys(60, seed));
  await expectNone(fuzzSessions(60, seed));
  await expectNone(fuzzRpc(100, random));
  await expectNone(fuzzConfiguration(6, random));
});

test("K6: random commands that are said to only read change nothing", async () => {
  await expectNone(fuzzCommands(2000, random));
});

test("K6: turns with tools, an extension and compactions go on in one process", async () => {
  await expectNone(runSoak(60));
});
