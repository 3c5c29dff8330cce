/** All names that programs and extensions written for pi import: those of the main entry, and the parts of the screen. */
export {
  calculateContextTokens,
  compact,
  convertToLlm,
  estimateTokens,
  findCutPoint,
  formatSkillsForPrompt,
  generateBranchSummary,
  generateSummary,
  getLastAssistantUsage,
  parseSkillBlock,
  prepareCompaction,
  serializeConversation,
  shouldCompact,
} from "@tau/agent";
export type { TuiMode } from "@tau/tui";
export type { MainOptions } from "./cli/main.ts";
export { formatReadLineRange } from "./compat/pi/line-range.ts";
export type {
  ThemeAppearance,
  ThemeBg,
  ThemeColor,
  ThemeOptions,
  ThemeStyle,
  ThemeToken,
} from "./core/themes/index.ts";
export { Theme } from "./core/themes/index.ts";
export * from "./index.ts";
export { keyHint, keyText } from "./modes/interactive/keys/key-text.ts";
export { Keymap as KeybindingsManager } from "./modes/interactive/keys/keymap.ts";
export { BorderedLoader } from "./modes/interactive/parts/bordered-loader.ts";
export {
  getEditorTheme,
  getSelectListTheme,
  getSettingsListTheme,
} from "./modes/interactive/parts/current-theme.ts";
export { CustomEditor, type CustomEditorOptions } from "./modes/interactive/parts/custom-editor.ts";
export { DynamicBorder } from "./modes/interactive/parts/dynamic-border.ts";
export { createCodemodeExtension, createMcpExtension, createToolSearchExtension } from "./modules/battery-factories.ts";
export { ArminComponent } from "./modules/components/armin-component.ts";

export {
  ExtensionEditorComponent,
  ExtensionInputComponent,
  LoginDialogComponent,
} from "./modules/components/dialog-components.ts";
export { FooterComponent } from "./modules/components/footer-component.ts";
export {
  AssistantMessageComponent,
  BashExecutionComponent,
  BranchSummaryMessageComponent,
  CompactionSummaryMessageComponent,
  CustomMessageComponent,
  SkillInvocationMessageComponent,
  UserMessageComponent,
} from "./modules/components/message-components.ts";
export {
  ExtensionSelectorComponent,
  ModelSelectorComponent,
  OAuthSelectorComponent,
  ShowImagesSelectorComponent,
  ThemeSelectorComponent,
  ThinkingSelectorComponent,
  UserMessageSelectorComponent,
} from "./modules/components/selector-components.ts";
export { SessionSelectorComponent } from "./modules/components/session-selector-component.ts";
export {
  type SettingsCallbacks,
  type SettingsConfig,
  SettingsSelectorComponent,
} from "./modules/components/settings-selector-component.ts";
export { ToolExecutionComponent, type ToolExecutionOptions } from "./modules/components/tool-execution-component.ts";
export { TreeSelectorComponent } from "./modules/components/tree-selector-component.ts";
export { InteractiveMode, type InteractiveModeOptions } from "./modules/interactive-mode.ts";
export { type Args, parseArgs } from "./modules/parse-args.ts";
export {
  main,
  type PrintModeOptions,
  runPrintMode,
  runRpcMode,
} from "./modules/run-modes.ts";
export {
  copyToClipboard,
  getLanguageFromPath,
  getMarkdownTheme,
  highlightCode,
  initTheme,
  type RenderDiffOptions,
  rawKeyHint,
  renderDiff,
  truncateToVisualLines,
  type VisualTruncateResult,
} from "./modules/screen-text.ts";
