import { facts, fields, paragraphs, type Site, type SiteRequest } from "./site.ts";

const API = "https://api.github.com/repos";
const RAW = "https://raw.githubusercontent.com";
const NAME = "[\\w.-]+";
const NOT_OWNERS = new Set(["features", "topics", "search", "orgs", "marketplace", "settings", "sponsors", "about"]);

/** Files, README, issues, pull requests, releases and gists of GitHub. */
export const github: Site = {
  name: "github",
  match(url) {
    if (url.hostname === "gist.github.com") return gist(url);
    if (url.hostname !== "github.com") return undefined;
    const [, owner = "", repository = "", rest = ""] =
      new RegExp(`^/(${NAME})/(${NAME})(?:/(.*))?$`).exec(url.pathname) ?? [];
    if (owner === "" || NOT_OWNERS.has(owner)) return undefined;
    return inRepository(`${owner}/${repository.replace(/\.git$/, "")}`, rest.replace(/\/$/, ""));
  },
};

function inRepository(repository: string, rest: string): SiteRequest | undefined {
  if (rest === "")
    return { url: `${API}/${repository}/readme`, accept: "application/vnd.github.raw+json", render: (body) => body };
  const [kind = "", ...path] = rest.split("/");
  const [reference = ""] = path;
  if (kind === "blob" || kind === "raw")
    return { url: `${RAW}/${repository}/${path.join("/")}`, render: (body) => body };
  if ((kind === "issues" || kind === "pull") && /^\d+$/.test(reference) && path.length === 1)
    return json(`${API}/${repository}/issues/${reference}`, issue);
  if (kind === "pull" && /^\d+$/.test(reference) && path[1] === "files")
    return {
      url: `${API}/${repository}/pulls/${reference}`,
      accept: "application/vnd.github.diff",
      render: (body) => body,
    };
  if (kind === "commit" && /^[0-9a-f]{7,40}$/.test(reference))
    return {
      url: `${API}/${repository}/commits/${reference}`,
      accept: "application/vnd.github.diff",
      render: (body) => body,
    };
  if (kind === "releases" && reference === "tag" && path[1])
    return json(`${API}/${repository}/releases/tags/${path[1]}`, release);
  if (kind === "releases" && (reference === "" || reference === "latest"))
    return json(`${API}/${repository}/releases/latest`, release);
  return undefined;
}

function gist({ pathname }: URL): SiteRequest | undefined {
  const id = /\/([0-9a-f]{16,40})\/?$/.exec(pathname)?.[1];
  if (id === undefined) return undefined;
  return json(`https://api.github.com/gists/${id}`, (body) => {
    const files = fields(body).at("files");
    if (files.keys().length === 0) return undefined;
    const shown = files.keys().map((name) => `## ${name}\n\n\`\`\`\n${files.at(name).text("content")}\n\`\`\``);
    return paragraphs(fields(body).text("description"), ...shown);
  });
}

function json(url: string, render: (body: unknown) => string | undefined): SiteRequest {
  return { url, accept: "application/vnd.github+json", render: (body) => render(JSON.parse(body)) };
}

function issue(body: unknown): string | undefined {
  const { text, at, list } = fields(body);
  if (text("title") === "") return undefined;
  const known = facts({
    State: text("state"),
    Author: at("user").text("login"),
    Created: text("created_at"),
    Labels: list("labels")
      .map((label) => label.text("name"))
      .join(", "),
    Comments: text("comments"),
  });
  return paragraphs(`# ${text("title")} (#${text("number")})`, known, text("body"));
}

function release(body: unknown): string | undefined {
  const { text, list } = fields(body);
  if (text("tag_name") === "") return undefined;
  const assets = list("assets").map((asset) => `- ${asset.text("name")}: ${asset.text("browser_download_url")}`);
  const known = facts({ Tag: text("tag_name"), Published: text("published_at") });
  return paragraphs(`# ${text("name") || text("tag_name")}`, known, text("body"), assets.join("\n"));
}
