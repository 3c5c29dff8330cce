import { htmlToMarkdown } from "../html/html-to-markdown.ts";
import { type HtmlNode, parseHtml } from "../html/parse-html.ts";
import { paragraphs, type Site } from "./site.ts";

const HOSTS = /^(?:stackoverflow|serverfault|superuser|askubuntu|mathoverflow|[\w-]+\.stackexchange)\.(?:com|net)$/;

/** Questions of Stack Overflow and its sister sites: the question and its answers with their votes, the accepted one first. */
export const stackOverflow: Site = {
  name: "stack-overflow",
  match({ hostname, pathname, href }) {
    if (!HOSTS.test(hostname) || !/^\/(?:questions|q|a)\/\d+/.test(pathname)) return undefined;
    return { url: href, accept: "text/html", render: (body) => render(body, href) };
  },
};

function render(body: string, url: string): string | undefined {
  const document = parseHtml(body);
  const question = document.querySelector("#question");
  const title = document.querySelector("#question-header h1, h1[itemprop=name]")?.textContent?.trim();
  if (!question || !title) return undefined;
  const answers = [...document.querySelectorAll("#answers .answer")].map((node) => ({
    isAccepted: node.getAttribute?.("class")?.includes("accepted-answer") === true,
    votes: votesOf(node),
    text: postOf(node, url),
  }));
  const sorted = answers.toSorted((a, b) => Number(b.isAccepted) - Number(a.isAccepted) || b.votes - a.votes);
  return paragraphs(
    `# ${title}`,
    `Votes: ${votesOf(question)}`,
    postOf(question, url),
    ...sorted.map(
      ({ isAccepted, votes, text }) => `## ${isAccepted ? "Accepted answer" : "Answer"} (${votes} votes)\n\n${text}`,
    ),
  );
}

function votesOf(node: HtmlNode): number {
  return Number(node.querySelector?.(".js-vote-count")?.getAttribute?.("data-value") ?? 0) || 0;
}

function postOf(node: HtmlNode, url: string): string {
  const prose = node.querySelector?.(".js-post-body, .s-prose");
  return prose ? htmlToMarkdown(prose, url) : "";
}
