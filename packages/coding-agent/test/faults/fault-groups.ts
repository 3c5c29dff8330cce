import { runByteASecond } from "./byte-a-second.ts";
import { runCrowd } from "./crowd.ts";
import { failingCallCases, slowDiskCases } from "./failing-calls.ts";
import { type FaultCase, runFaultCases } from "./fault-cases.ts";
import type { FaultReport } from "./fault-report.ts";
import { fuzzCommands } from "./fuzz/fuzz-commands.ts";
import { fuzzConfiguration } from "./fuzz/fuzz-configuration.ts";
import { fuzzKeys } from "./fuzz/fuzz-keys.ts";
import { fuzzLines } from "./fuzz/fuzz-lines.ts";
import { fuzzMcp } from "./fuzz/fuzz-mcp.ts";
import { fuzzRpc } from "./fuzz/fuzz-rpc.ts";
import { fuzzSessions } from "./fuzz/fuzz-sessions.ts";
import { fuzzStreams } from "./fuzz/fuzz-streams.ts";
import { runKilledModes } from "./killed-modes.ts";
import { lostNetworkCases, slowServerCases } from "./lost-network.ts";
import { clockCases } from "./moved-clock.ts";
import { brokenStreamCases, longWaitCases, refusalCases } from "./network-faults.ts";
import type { Random } from "./random.ts";
import { runSoak } from "./soak.ts";
import { diskFullCases, openFilesCases, readOnlyCases, rightsCases, wrongKindCases } from "./storage-faults.ts";

/** A group of faults, by the word that chooses it on the command line. */
export interface FaultGroup {
  /** How many cases, sessions, turns or seconds. Absent where the cases are a fixed list, each in every mode. */
  readonly count?: number;
  readonly run: (count: number, random: Random) => Promise<FaultReport>;
}

/** Below this, Node cannot load the parts of a program. */
const FEWEST_OPEN_FILES = 30;
const OPEN_FILES = Array.from({ length: 10 }, (_, step) => FEWEST_OPEN_FILES + 2 * step);

const list = (name: string, cases: () => readonly FaultCase[]): FaultGroup => ({
  run: async () => await runFaultCases(name, cases()),
});

export const FAULT_GROUPS: Readonly<Record<string, FaultGroup>> = {
  kills: { count: 100, run: runKilledModes },
  crowd: { count: 64, run: runCrowd },
  full: list("full disks", diskFullCases),
  readonly: list("read-only disks", readOnlyCases),
  rights: list("folders without rights", rightsCases),
  kinds: list("files of the wrong kind", wrongKindCases),
  open: list("few open files", () => openFilesCases(OPEN_FILES)),
  calls: {
    count: 60,
    run: async (count, random) => await runFaultCases("system calls that fail", failingCallCases(count, random)),
  },
  slowdisk: list("slow disks", slowDiskCases),
  clock: list("jumps of the clock", clockCases),
  cut: list("broken streams", () => brokenStreamCases([0, 1, 2, 4])),
  lost: list("lost networks", lostNetworkCases),
  storm: list("refusing servers", () => [...refusalCases(), ...longWaitCases()]),
  bytes: list("answers byte by byte", slowServerCases),
  second: { count: 30, run: runByteASecond },
  soak: { count: 2000, run: runSoak },
  streams: { count: 2000, run: async (count, { seed }) => await fuzzStreams(count, seed) },
  lines: { count: 20_000, run: async (count, { seed }) => await fuzzLines(count, seed) },
  keys: { count: 5000, run: async (count, { seed }) => await fuzzKeys(count, seed) },
  sessions: { count: 3000, run: async (count, { seed }) => await fuzzSessions(count, seed) },
  rpc: { count: 4000, run: fuzzRpc },
  mcp: { count: 80, run: fuzzMcp },
  commands: { count: 30_000, run: fuzzCommands },
  configuration: { count: 200, run: fuzzConfiguration },
};
