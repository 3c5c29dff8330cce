import { type BareRound, measureBare } from "./baseline.ts";
import type { ProcessMeter } from "./meter/measure-process.ts";
import type { Sample } from "./report/metric.ts";
import type { Result } from "./report/result.ts";
import type { Scenario, Stage } from "./scenarios/scenario.ts";
import { tau } from "./subjects/index.ts";

export interface ScenarioOutcome {
  readonly results: readonly Result[];
  readonly rounds: readonly BareRound[];
}

/** Runs a scenario in interleaved rounds, so that a busy machine affects every subject and the bare runtime alike. */
export async function runScenario(
  scenario: Scenario,
  stages: readonly Stage[],
  runs: number,
  meter: ProcessMeter,
): Promise<ScenarioOutcome> {
  const tallies = stages.filter(({ subject }) => scenario.supports?.(subject) ?? true).map((stage) => new Tally(stage));
  const rounds: BareRound[] = [];
  // The first round fills caches and is discarded.
  for (let round = 0; round <= runs; round++) {
    for (const { stage } of tallies.slice(0, 1)) rounds.push(await measureBare(meter, stage));
    for (const tally of tallies) await tally.take(scenario, round);
  }
  const bare = rounds.slice(1).map((round) => round.bare);
  return { results: tallies.map((tally) => tally.result(scenario, bare)), rounds: rounds.slice(1) };
}

/** The samples of one subject. Its first failure ends its measurements. */
class Tally {
  readonly stage: Stage;
  private readonly samples: Sample[] = [];
  private failure: string | undefined;

  constructor(stage: Stage) {
    this.stage = stage;
  }

  async take(scenario: Scenario, round: number): Promise<void> {
    if (this.failure !== undefined) return;
    try {
      if (round === 0) await scenario.prepare?.(this.stage);
      const sample = await scenario.measure(this.stage);
      if (round > 0) this.samples.push(sample);
    } catch (error) {
      this.failure = (error as Error).message;
    }
  }

  result({ name, group, goals }: Scenario, bare: readonly Sample[]): Result {
    return {
      scenario: name,
      group,
      subject: this.stage.subject.name,
      samples: this.samples,
      bare,
      // Only Tau has goals.
      ...(goals === undefined || this.stage.subject !== tau ? {} : { goals }),
      ...(this.failure === undefined ? {} : { failure: this.failure }),
    };
  }
}
