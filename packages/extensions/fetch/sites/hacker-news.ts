import { htmlToMarkdown } from "../html/html-to-markdown.ts";
import { bodyOf, parseHtml } from "../html/parse-html.ts";
import { type Fields, facts, fields, paragraphs, type Site } from "./site.ts";

const MAX_COMMENTS = 150;
const MAX_DEPTH = 6;

/** Stories and comments of Hacker News, from the API that Algolia runs for it. */
export const hackerNews: Site = {
  name: "hacker-news",
  match({ hostname, pathname, searchParams }) {
    const id = searchParams.get("id");
    if (hostname !== "news.ycombinator.com" || pathname !== "/item" || !/^\d+$/.test(id ?? "")) return undefined;
    return {
      url: `https://hn.algolia.com/api/v1/items/${id}`,
      accept: "application/json",
      render: (body) => render(fields(JSON.parse(body))),
    };
  },
};

function render(story: Fields): string | undefined {
  if (story.text("id") === "") return undefined;
  const known = facts({
    Link: story.text("url"),
    Points: story.text("points"),
    Author: story.text("author"),
    Posted: story.text("created_at"),
  });
  const comments: string[] = [];
  for (const comment of story.list("children")) addComment(comment, 0, comments);
  return paragraphs(`# ${story.text("title") || "Comment"}`, known, textOf(story), comments.join("\n"));
}

function addComment(comment: Fields, depth: number, into: string[]): void {
  if (into.length >= MAX_COMMENTS) return;
  const text = textOf(comment);
  const indent = "  ".repeat(depth);
  if (text !== "") into.push(`${indent}- **${comment.text("author")}**: ${text.replaceAll("\n", `\n${indent}  `)}`);
  if (depth < MAX_DEPTH) for (const reply of comment.list("children")) addComment(reply, depth + 1, into);
}

function textOf(item: Fields): string {
  const html = item.text("text");
  return html === "" ? "" : htmlToMarkdown(bodyOf(parseHtml(html)), "https://news.ycombinator.com/");
}
