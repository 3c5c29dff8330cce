/** What extensions get for the name of this package: all that programs get, and the parts of the screen. */
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
  parseFrontmatter,
  parseSkillBlock,
  prepareCompaction,
  serializeConversation,
  shouldCompact,
  stripFrontmatter,
} from "@tau/agent";
export {
  type LoadSkillsFromDirOptions,
  type LoadSkillsResult,
  loadSkills,
  loadSkillsFromDir,
} from "../core/resources/index.ts";
export { Theme } from "../core/themes/index.ts";
export { formatReadLineRange } from "../core/tools/read/line-range.ts";
export * from "../index.ts";
export { keyHint, keyText } from "../modes/interactive/keys/key-text.ts";
export { BorderedLoader } from "../modes/interactive/parts/bordered-loader.ts";
export {
  getEditorTheme,
  getMarkdownTheme,
  getSelectListTheme,
  getSettingsListTheme,
} from "../modes/interactive/parts/current-theme.ts";
export { CustomEditor } from "../modes/interactive/parts/custom-editor.ts";
export { DynamicBorder } from "../modes/interactive/parts/dynamic-border.ts";
