import type { ExtensionCommandContext, ListRow } from "@tau/coding-agent";
import { type Attempt, type AttemptStatus, figureText, type Research } from "./research-state.ts";

const LOOKS: Readonly<Record<AttemptStatus, readonly [mark: string, color: NonNullable<ListRow["color"]>]>> = {
  running: ["▸", "accent"],
  kept: ["✓", "success"],
  dropped: ["-", "dim"],
  broken: ["✗", "error"],
  empty: ["-", "dim"],
  failed: ["✗", "error"],
  interrupted: ["■", "warning"],
};

export interface AttemptSource {
  current(): Research | undefined;
  /** Calls back when an attempt may have changed. */
  subscribe(changed: () => void): () => void;
}

/** Shows the overlay of `/autoresearch`: the attempts, with what each has changed. */
export async function showAttempts(
  { ui }: Pick<ExtensionCommandContext, "ui">,
  research: Research,
  { current, subscribe }: AttemptSource,
): Promise<void> {
  const rows = () => (current() ?? research).attempts.map(rowOf);
  const list = ui.list({
    title: titleOf(research),
    columns: [{ title: "attempt" }, { title: "figure", align: "right" }, { title: "change" }],
    rows: rows(),
    empty: "No attempt has begun yet.",
    details: async (row) => detailsOf((current() ?? research).attempts.find(({ number }) => String(number) === row.id)),
  });
  const stop = subscribe(() => list.update(rows()));
  await list.closed;
  stop();
}

/** The best figure is in the rows: a title does not change while the list is open. */
function titleOf({ goal, baseline }: Research): string {
  const figures = baseline === undefined ? "" : `, ${figureText(baseline)} at the start`;
  return `${goal.slice(0, 40)}${figures}`;
}

function rowOf({ number, status, value, text = "" }: Attempt): ListRow {
  const [mark, color] = LOOKS[status];
  return {
    id: String(number),
    label: `${mark} ${number} ${status}`,
    cells: [value === undefined ? "" : figureText(value), text],
    color,
  };
}

function detailsOf(attempt: Attempt | undefined): string {
  if (!attempt) return "";
  const { branch, commit, reason, notes, status, text = "" } = attempt;
  // The branch of an attempt that was not kept is removed.
  const places = [
    ...(status === "kept" || status === "running" ? [branch] : []),
    ...(commit ? [`git show ${commit.slice(0, 10)}`] : []),
  ];
  return [
    text,
    ...(reason ? ["", reason] : []),
    ...(notes ? ["", notes] : []),
    ...(places.length > 0 ? ["", places.join(", ")] : []),
  ].join("\n");
}
