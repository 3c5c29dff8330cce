import type { Fields } from "../json.ts";
import { facts, minute, oneLine, paragraphs, quote } from "./foreign-text.ts";

/** Returns an issue, or what a pull request has in common with one. */
export function issueText(issue: Fields, more: Readonly<Record<string, string>> = {}): string {
  return paragraphs(
    `# ${oneLine(issue.text("title"))} (#${issue.text("number")})`,
    facts({
      URL: oneLine(issue.text("html_url")),
      State: [issue.text("state"), issue.text("state_reason")]
        .filter(Boolean)
        .map((each) => oneLine(each))
        .join(", "),
      Author: authorOf(issue),
      Created: minute(issue.text("created_at")),
      Updated: minute(issue.text("updated_at")),
      Labels: labelsOf(issue),
      Assignees: loginsOf(issue, "assignees"),
      Milestone: oneLine(issue.text("milestone", "title")),
      ...more,
    }),
    quote(issue.text("body")) || "No description.",
  );
}

/** Returns comments, each with its author and a quotation. */
export function commentsText(comments: readonly Fields[], title = "Comment"): string {
  return paragraphs(...comments.map((comment) => commentText(comment, title)));
}

function commentText(comment: Fields, title: string): string {
  const place = comment.text("path");
  const line = comment.text("line") || comment.text("original_line");
  const where = place === "" ? "" : ` on ${oneLine(place)}${line === "" ? "" : `:${line}`}`;
  const state =
    comment.text("state") === "" ? "" : ` (${oneLine(comment.text("state").toLowerCase().replaceAll("_", " "))})`;
  const when = comment.text("created_at") || comment.text("submitted_at");
  const role = comment.text("author_association");
  const from = role === "" || role === "NONE" ? "" : `, ${role.toLowerCase()}`;
  return paragraphs(
    `## ${title} by ${authorOf(comment)}${from}${where}${state}, ${minute(when)}`,
    quote(comment.text("body")),
  );
}

export function authorOf(item: Fields): string {
  return oneLine(item.text("user", "login"), 60) || "ghost";
}

export function labelsOf(issue: Fields): string {
  const names = issue.list("labels").map((label) => label.text("name"));
  return oneLine([...names, ...issue.texts("labels")].filter(Boolean).join(", "));
}

export function loginsOf(item: Fields, key: string): string {
  return oneLine(
    item
      .list(key)
      .map((user) => user.text("login"))
      .filter(Boolean)
      .join(", "),
  );
}

/** Returns one line for an issue or a pull request in a list. */
export function issueLine(issue: Fields, repository = ""): string {
  const labels = labelsOf(issue);
  const isMerged = issue.has("pull_request", "merged_at") || issue.has("merged_at");
  const state = isMerged ? "merged" : issue.is("draft") ? "draft" : oneLine(issue.text("state"));
  const about = [state, authorOf(issue), minute(issue.text("updated_at")), ...(labels === "" ? [] : [labels])];
  return `- ${repository}#${issue.text("number")} ${oneLine(issue.text("title"), 160)} (${about.join(" · ")})`;
}
