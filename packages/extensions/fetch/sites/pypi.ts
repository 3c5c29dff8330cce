import { facts, fields, paragraphs, type Site } from "./site.ts";

/** Projects on PyPI. */
export const pypi: Site = {
  name: "pypi",
  match({ hostname, pathname, origin }) {
    const [, name, version] = /^\/project\/([\w.-]+)(?:\/([\w.+!-]+))?\/?$/.exec(pathname) ?? [];
    if (hostname !== "pypi.org" || name === undefined) return undefined;
    const url = `${origin}/pypi/${name}${version ? `/${version}` : ""}/json`;
    return { url, accept: "application/json", render: (body) => render(JSON.parse(body)) };
  },
};

function render(body: unknown): string | undefined {
  const info = fields(body).at("info");
  if (info.text("name") === "") return undefined;
  const links = info.at("project_urls");
  const known = facts({
    Version: info.text("version"),
    Published: fields(body).list("urls")[0]?.text("upload_time_iso_8601") ?? "",
    "Requires Python": info.text("requires_python"),
    License: info.text("license_expression") || info.text("license").slice(0, 80),
    Requires: info.texts("requires_dist").join(", "),
    Links: links
      .keys()
      .map((name) => `${name} ${links.text(name)}`)
      .join(", "),
  });
  return paragraphs(`# ${info.text("name")}`, info.text("summary"), known, info.text("description"));
}
