export * from "./autocomplete/index.ts";
export { type Component, CURSOR_MARKER, type Focusable, isFocusable } from "./component.ts";
export * from "./components/index.ts";
export * from "./fuzzy/index.ts";
export * from "./images/index.ts";
export * from "./input/index.ts";
export * from "./keys/index.ts";
export * from "./markdown/index.ts";
export type {
  TuiMouseButton,
  TuiMouseDispatchResult,
  TuiMouseDispatchTarget,
  TuiMouseEvent,
  TuiMouseEventResult,
  TuiMouseEventType,
} from "./mouse.ts";
export * from "./render/index.ts";
export * from "./terminal/index.ts";
export * from "./text/index.ts";
