export { Box } from "./box.ts";
export { CancellableLoader } from "./cancellable-loader.ts";
export { Diff, type DiffLine, type DiffTheme } from "./diff.ts";
export * from "./editor/index.ts";
export { renderFakeCursor } from "./fake-cursor.ts";
export { Input, type InputOptions } from "./input.ts";
export { KillRing } from "./kill-ring.ts";
export { Loader, type LoaderIndicatorOptions } from "./loader.ts";
export { ProgressBar, type ProgressBarTheme } from "./progress-bar.ts";
export { type ProgressItem, ProgressRows, type ProgressRowsTheme } from "./progress-rows.ts";
export { type FormAnswer, type FormQuestion, QuestionForm, type QuestionFormTheme } from "./question-form.ts";
export { RowList, type RowListColumn, type RowListRow, type RowListTheme } from "./row-list.ts";
export {
  type SelectItem,
  SelectList,
  type SelectListLayoutOptions,
  type SelectListTheme,
  type SelectListTruncatePrimaryContext,
} from "./select-list.ts";
export { type SettingItem, SettingsList, type SettingsListOptions, type SettingsListTheme } from "./settings-list.ts";
export { Spacer } from "./spacer.ts";
export { Table, type TableColumn, type TableTheme } from "./table.ts";
export { type Tab, Tabs, type TabsTheme } from "./tabs.ts";
export { Text } from "./text.ts";
export { Tree, type TreeNode, type TreeTheme } from "./tree.ts";
export { TruncatedText } from "./truncated-text.ts";
export { UndoStack } from "./undo-stack.ts";
export { parseUnifiedDiff } from "./unified-diff.ts";
export { Viewport, type ViewportTheme } from "./viewport.ts";
export { findWordBackward, findWordForward, type WordNavigationOptions } from "./word-motion.ts";
