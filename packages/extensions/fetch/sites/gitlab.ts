import { facts, fields, paragraphs, type Site } from "./site.ts";

/** Files, issues and merge requests of gitlab.com. */
export const gitlab: Site = {
  name: "gitlab",
  match({ hostname, pathname, origin }) {
    if (hostname !== "gitlab.com") return undefined;
    const [, project = "", kind, rest = ""] =
      /^\/(.+?)\/-\/(blob|raw|issues|merge_requests)\/(.+?)\/?$/.exec(pathname) ?? [];
    if (kind === "blob" || kind === "raw") return { url: `${origin}/${project}/-/raw/${rest}`, render: (body) => body };
    if (kind === undefined || !/^\d+$/.test(rest)) return undefined;
    const url = `${origin}/api/v4/projects/${encodeURIComponent(project)}/${kind}/${rest}`;
    return { url, accept: "application/json", render: (body) => render(JSON.parse(body)) };
  },
};

function render(body: unknown): string | undefined {
  const { text, at, texts } = fields(body);
  if (text("title") === "") return undefined;
  const known = facts({
    State: text("state"),
    Author: at("author").text("username"),
    Created: text("created_at"),
    Labels: texts("labels").join(", "),
    "Source branch": text("source_branch"),
  });
  return paragraphs(`# ${text("title")} (${text("iid")})`, known, text("description"));
}
