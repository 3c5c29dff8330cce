import { identityView, type TextView, TextViewBuilder } from "./text-view.ts";

/** Returns a view of the text with every CRLF as LF, because models write LF whatever the file has. */
export function exactView(content: string): TextView {
  if (!content.includes("\r\n")) return identityView(content);
  const builder = new TextViewBuilder(content.length);
  let start = 0;
  for (let at = content.indexOf("\r\n"); at !== -1; at = content.indexOf("\r\n", start)) {
    builder.copy(content.slice(start, at), start);
    builder.add("\n", at, at + 2);
    start = at + 2;
  }
  builder.copy(content.slice(start), start);
  return builder.build();
}
