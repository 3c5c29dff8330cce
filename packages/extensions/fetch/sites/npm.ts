import { facts, fields, paragraphs, type Site } from "./site.ts";

const SHOWN_VERSIONS = 10;

/** Packages on npmjs.com, from the registry. */
export const npm: Site = {
  name: "npm",
  match({ hostname, pathname }) {
    const name = /^\/package\/((?:@[\w.~-]+\/)?[\w.~-]+)(?:\/v\/([\w.+-]+))?\/?$/.exec(pathname);
    if (!name || !/^(?:www\.)?npmjs\.com$/.test(hostname)) return undefined;
    const [, id = "", version] = name;
    const url = `https://registry.npmjs.org/${id.replace("/", "%2f")}`;
    return { url, accept: "application/json", render: (body) => render(JSON.parse(body), version) };
  },
};

function render(body: unknown, wanted: string | undefined): string | undefined {
  const { text, at } = fields(body);
  const newest = at("dist-tags").text("latest");
  const version = wanted ?? newest;
  const manifest = at("versions").at(version);
  if (text("name") === "" || manifest.keys().length === 0) return undefined;
  const dependencies = manifest.at("dependencies");
  const known = facts({
    Version: `${version}${version === newest ? "" : ` (latest: ${newest})`}`,
    Published: at("time").text(version),
    License: manifest.text("license"),
    Repository: at("repository").text("url"),
    Homepage: text("homepage"),
    Deprecated: manifest.text("deprecated"),
    Dependencies: dependencies
      .keys()
      .map((name) => `${name} ${dependencies.text(name)}`)
      .join(", "),
    "Recent versions": at("versions").keys().slice(-SHOWN_VERSIONS).reverse().join(", "),
  });
  return paragraphs(`# ${text("name")}`, text("description"), known, text("readme"));
}
