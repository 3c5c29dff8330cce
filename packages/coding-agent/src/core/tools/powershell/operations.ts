import { getPowerShellConfig, localProcesses } from "../../process/index.ts";
import { type BashOperations, createLocalShellOperations } from "../bash/operations.ts";
import { ToolError } from "../tool-error.ts";

export type PowerShellOperations = BashOperations;

export function createLocalPowerShellOperations(): PowerShellOperations {
  return createLocalShellOperations(localProcesses, async () => {
    const shell = getPowerShellConfig();
    if (shell) return shell;
    throw new ToolError(
      "unavailable",
      "PowerShell is not installed: neither pwsh nor powershell is on the PATH. Use bash.",
    );
  });
}
