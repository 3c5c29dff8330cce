import { printWarning } from "../core/output/print.ts";

/** What a run without a user was not permitted to do, and how to permit it. */
export function reportRefusals(refused: readonly string[]): void {
  for (const call of refused) printWarning(`Not permitted: ${call}`);
  printWarning(
    "Permit such calls with a rule in permissions.allow of the settings, or with --permission-mode or TAU_PERMISSION_MODE.",
  );
}
