export { MouseRegion, type MouseRegionHandler } from "./mouse-region.ts";
export {
  ScrollView,
  type ScrollViewOptions,
  type ScrollViewScrollbar,
  type ScrollViewScrollToOptions,
} from "./scroll-view.ts";
export {
  HStack,
  type StackChild,
  type StackEntry,
  type StackEntryOptions,
  type StackOptions,
  VStack,
} from "./stack.ts";
export { isViewportTUI, TuiAltScreen, type TuiAltScreenOptions, type ViewportTUI } from "./tui-alt-screen.ts";
export type { WheelScrollLines } from "./wheel-pace.ts";
