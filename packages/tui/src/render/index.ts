export { Container } from "./container.ts";
export * from "./fullscreen/index.ts";
export { compositeTuiLine } from "./lines/composite-line.ts";
export type {
  OverlayAnchor,
  OverlayBounds,
  OverlayHandle,
  OverlayMargin,
  OverlayOptions,
  OverlayUnfocusOptions,
  SizeValue,
} from "./overlays/overlay.ts";
export { TUI } from "./regular-tui.ts";
export type { TuiInputListener, TuiInputListenerResult, TuiMode, TuiStopOptions } from "./tui.ts";
export { TuiBase } from "./tui-base.ts";
export { TuiMainScreen, type TuiMainScreenRenderState } from "./tui-main-screen.ts";
