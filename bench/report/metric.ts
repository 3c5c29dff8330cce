/** The metrics of one run, in the order of the table's columns. */
export const metrics = {
  firstRequestMs: { title: "first request ms", ratioTo: "wallMs" },
  paintMs: { title: "first paint ms", ratioTo: "wallMs" },
  timesEmpty: { title: "x an empty one" },
  wallMs: { title: "wall ms", ratioTo: "wallMs" },
  cpuMs: { title: "CPU ms", ratioTo: "cpuMs" },
  turnCpuMs: { title: "CPU ms a turn", ratioTo: "cpuMs" },
  peakRssMb: { title: "peak RSS MB", ratioTo: "peakRssMb" },
  keyMs: { title: "key to screen ms" },
  gapMs: { title: "gap ms" },
  sandboxMs: { title: "more ms a command" },
  decisionMs: { title: "ms a decision" },
  firstSnapshotMs: { title: "first snapshot ms" },
  laterSnapshotMs: { title: "later snapshot ms" },
  timesGitAdd: { title: "x git add elsewhere" },
  idleRssMb: { title: "idle RSS MB", ratioTo: "peakRssMb" },
  idleCpuPercent: { title: "idle CPU %" },
  coreSharePercent: { title: "share of a core %" },
  writtenKb: { title: "written KB" },
  timesWithout: { title: "x CPU without batteries", hasInterval: true },
} as const satisfies Record<
  string,
  { readonly title: string; readonly ratioTo?: string; readonly hasInterval?: boolean }
>;

export type Metric = keyof typeof metrics;

export type Sample = Partial<Record<Metric, number>>;

export const metricNames = Object.keys(metrics) as readonly Metric[];

/** Returns the metric of the bare runtime to which this one is compared. */
export function ratioBase(metric: Metric): Metric | undefined {
  const entry = metrics[metric];
  return "ratioTo" in entry ? entry.ratioTo : undefined;
}

/** Returns whether the figure is reported with the confidence interval of its median. */
export function hasInterval(metric: Metric): boolean {
  return "hasInterval" in metrics[metric];
}
