import { type Fields, facts, fields, paragraphs, type Site } from "./site.ts";

const SHOWN_VERSIONS = 10;

/** Packages on npmjs.com, from the registry. */
export const npm: Site = {
  name: "npm",
  match({ hostname, pathname }) {
    const name = /^\/package\/((?:@[\w.~-]+\/)?[\w.~-]+)(?:\/v\/([\w.+-]+))?\/?$/.exec(pathname);
    if (!name || !/^(?:www\.)?npmjs\.com$/.test(hostname)) return undefined;
    const [, id = "", version] = name;
    const url = `https://registry.npmjs.org/${id.replace("/", "%2f")}`;
    const accept = "application/json";
    return {
      ...{ url, accept, render: (body) => render(JSON.parse(body), version) },
      // The record of a package with a thousand versions has tens of megabytes.
      otherwise: { url: `${url}/${version ?? "latest"}`, accept, render: (body) => renderVersion(JSON.parse(body)) },
    };
  },
};

function render(body: unknown, wanted: string | undefined): string | undefined {
  const { text, at } = fields(body);
  const newest = at("dist-tags").text("latest");
  const version = wanted ?? newest;
  const manifest = at("versions").at(version);
  if (text("name") === "" || manifest.keys().length === 0) return undefined;
  const known = facts({
    Version: `${version}${version === newest ? "" : ` (latest: ${newest})`}`,
    Published: at("time").text(version),
    ...factsOf(manifest),
    Repository: at("repository").text("url"),
    Homepage: text("homepage"),
    "Recent versions": at("versions").keys().slice(-SHOWN_VERSIONS).reverse().join(", "),
  });
  return paragraphs(`# ${text("name")}`, text("description"), known, text("readme"));
}

/** The README and the history are only in the record of the whole package. */
function renderVersion(body: unknown): string | undefined {
  const manifest = fields(body);
  const { text, at } = manifest;
  if (text("name") === "" || text("version") === "") return undefined;
  const known = facts({
    Version: text("version"),
    ...factsOf(manifest),
    Repository: at("repository").text("url"),
    Homepage: text("homepage"),
  });
  return paragraphs(`# ${text("name")}`, text("description"), known);
}

function factsOf(manifest: Fields): Record<string, string> {
  const dependencies = manifest.at("dependencies");
  const listed = dependencies.keys().map((name) => `${name} ${dependencies.text(name)}`);
  return {
    License: manifest.text("license"),
    Deprecated: manifest.text("deprecated"),
    Dependencies: listed.join(", "),
  };
}
