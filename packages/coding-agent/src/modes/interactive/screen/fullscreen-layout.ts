import { type Component, Container, ScrollView, type ScrollViewScrollbar, VStack } from "@tau/tui";
import type { Theme } from "../../../core/themes/index.ts";

/** Creates the fullscreen layout: the conversation scrolls above an editor that stays in place. */
export function fullscreenLayout(
  upper: readonly Component[],
  lower: readonly Component[],
  { scrollbar, theme }: { readonly scrollbar: ScrollViewScrollbar; readonly theme: () => Theme },
): { readonly root: Component; readonly conversation: ScrollView } {
  const conversation = new ScrollView(stacked(upper), {
    follow: "end",
    primary: true,
    scrollbar,
    scrollbarTrackStyle: () => theme().fg("scrollbarTrack", "│"),
    scrollbarThumbStyle: (text) => theme().fg("scrollbarThumb", theme().inverse(text)),
  });
  const root = new VStack([
    { component: conversation, grow: 1 },
    { component: stacked(lower), shrink: 0 },
  ]);
  return { root, conversation };
}

function stacked(parts: readonly Component[]): Container {
  const container = new Container();
  for (const part of parts) container.addChild(part);
  return container;
}
