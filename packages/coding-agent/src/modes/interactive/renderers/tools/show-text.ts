import { type Component, Text } from "@tau/tui";

/** A text in the slot of a row, in the component that is there already if it is one. */
export function showText(text: string, last: Component | undefined): Text {
  const view = last instanceof Text ? last : new Text("", 0, 0);
  view.setText(text);
  return view;
}
