import { cleanText } from "./clean-text.ts";

/** What is shown of a URL. */
export interface Page {
  /** The address after redirects. */
  readonly url: string;
  readonly contentType: string;
  /** How the text was made, such as `html` or `feed`. */
  readonly method: string;
  readonly text: string;
  readonly notes?: readonly string[];
}

/** Returns the page with its header, as `read` shows it. */
export function pageText({ url, contentType, method, text, notes = [] }: Page): string {
  const header = [
    `URL: ${url}`,
    `Content-Type: ${contentType || "unknown"}`,
    `Method: ${method}`,
    ...(notes.length > 0 ? [`Notes: ${notes.join(" ")}`] : []),
  ];
  // Raw text is what the server has sent, whatever that is.
  const shown = method === "raw" ? text : cleanText(text);
  const body = shown.trim() === "" ? "(The page has no text.)" : shown.trimEnd();
  return `${cleanText(header.join("\n"))}\n\n${body}\n`;
}
