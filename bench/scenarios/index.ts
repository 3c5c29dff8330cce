import { drawnStream } from "./drawn-stream.ts";
import { fiftyBatteries } from "./fifty-batteries.ts";
import { firstPaint } from "./first-paint.ts";
import { help } from "./help.ts";
import { largeToolArgument } from "./large-argument.ts";
import { ownTurns } from "./own-turns.ts";
import { pacedStream } from "./paced-stream.ts";
import { parallelTools } from "./parallel-tools.ts";
import { resumes } from "./resume.ts";
import { resumedPaints } from "./resumed-paint.ts";
import { sandbox } from "./sandbox.ts";
import type { Scenario } from "./scenario.ts";
import { snapshots } from "./snapshots.ts";
import { textDeltas } from "./text-deltas.ts";
import { toolTurns } from "./tool-turns.ts";
import { trivialRun } from "./trivial-run.ts";
import { typing } from "./typing.ts";
import { version } from "./version.ts";
import { withExtension } from "./with-extension.ts";
import { withResources } from "./with-resources.ts";

/** All scenarios, in the order of the report. */
export const scenarios: readonly Scenario[] = [
  version,
  help,
  trivialRun,
  withResources,
  withExtension,
  textDeltas,
  largeToolArgument,
  toolTurns,
  ownTurns,
  parallelTools,
  ...resumes,
  firstPaint,
  ...resumedPaints,
  pacedStream,
  drawnStream,
  typing,
  sandbox,
  snapshots,
  fiftyBatteries,
];
