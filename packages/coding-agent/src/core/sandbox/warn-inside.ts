import { existsSync } from "node:fs";
import { printWarning } from "../output/print.ts";
import { INSIDE_MARK } from "./bubblewrap.ts";

/** Warns that a Tau started by a command of another Tau may not reach its model. */
export function warnInside(): void {
  if (existsSync(INSIDE_MARK))
    printWarning(
      "Tau runs inside the sandbox of another Tau, which reaches only the hosts in sandboxOptions.hosts of the settings. Name the model's host there, or run this outside.",
    );
}
