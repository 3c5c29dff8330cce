export {
  createExtensionHarness,
  type ExtensionHarness,
  type ExtensionHarnessOptions,
  type HarnessExtension,
} from "./extension-harness.ts";
export { ProgramTerminal } from "./program-terminal.ts";
