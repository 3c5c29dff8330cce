export { Box } from "./box.ts";
export { CancellableLoader } from "./cancellable-loader.ts";
export * from "./editor/index.ts";
export { renderFakeCursor } from "./fake-cursor.ts";
export { Input, type InputOptions } from "./input.ts";
export { KillRing } from "./kill-ring.ts";
export { Loader, type LoaderIndicatorOptions } from "./loader.ts";
export {
  type SelectItem,
  SelectList,
  type SelectListLayoutOptions,
  type SelectListTheme,
  type SelectListTruncatePrimaryContext,
} from "./select-list.ts";
export { Spacer } from "./spacer.ts";
export { Text } from "./text.ts";
export { TruncatedText } from "./truncated-text.ts";
export { UndoStack } from "./undo-stack.ts";
export { findWordBackward, findWordForward, type WordNavigationOptions } from "./word-motion.ts";
