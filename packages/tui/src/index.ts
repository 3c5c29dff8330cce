export { type Component, CURSOR_MARKER, type Focusable, isFocusable } from "./component.ts";
export * from "./input/index.ts";
export type { TuiMouseButton, TuiMouseEvent, TuiMouseEventResult, TuiMouseEventType } from "./mouse.ts";
export * from "./render/index.ts";
export * from "./terminal/index.ts";
export * from "./text/index.ts";
