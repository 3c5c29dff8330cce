import { type Component, Text } from "@tau/tui";

/** Shows a text in a row. Reuses the existing component if it is a text. */
export function showText(text: string, last: Component | undefined): Text {
  const view = last instanceof Text ? last : new Text("", 0, 0);
  view.setText(text);
  return view;
}
