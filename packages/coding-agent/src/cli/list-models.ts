import { printableLine } from "../core/output/print.ts";
import type { Workspace } from "../core/workspace/workspace.ts";
import { ExitCode } from "./exit-code.ts";

/** Prints the models that can be used now, one per line. */
export async function listModels(
  { models }: Workspace,
  search: string | true,
  stdout: { write(text: string): unknown },
): Promise<number> {
  const words = search === true ? [] : search.toLowerCase().split(/\s+/).filter(Boolean);
  await models.loadUsable();
  const found = models
    .getSelectable()
    .filter(({ provider, id, name }) =>
      words.every((word) => `${provider}/${id} ${name}`.toLowerCase().includes(word)),
    );
  const rows = found.map((model) => [
    `${model.provider}/${model.id}`,
    `${Math.round(model.contextWindow / 1000)}k context`,
    model.reasoning ? "thinks" : "",
    model.input.includes("image") ? "sees images" : "",
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => printableLine(cell).padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  stdout.write(
    lines.length > 0 ? `${lines.join("\n")}\n` : "No model matches. Set a provider's key, or start a local server.\n",
  );
  return ExitCode.done;
}
