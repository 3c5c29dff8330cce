import { getPowerShellConfig, type ProcessPort } from "../../process/index.ts";
import { type BashOperations, createLocalShellOperations } from "../bash/operations.ts";
import { ToolError } from "../tool-error.ts";

export type PowerShellOperations = BashOperations;

export function createLocalPowerShellOperations(processes?: ProcessPort): PowerShellOperations {
  return createLocalShellOperations({ processes }, async () => {
    const shell = getPowerShellConfig();
    if (shell) return shell;
    throw new ToolError(
      "unavailable",
      "PowerShell is not installed: neither pwsh nor powershell is on the PATH. Use bash.",
    );
  });
}
