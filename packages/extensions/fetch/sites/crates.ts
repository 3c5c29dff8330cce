import { facts, fields, paragraphs, type Site } from "./site.ts";

const SHOWN_VERSIONS = 10;

/** Crates on crates.io. */
export const crates: Site = {
  name: "crates",
  match({ hostname, pathname, origin }) {
    const name = /^\/crates\/([\w-]+)(?:\/[\w.+-]+)?\/?$/.exec(pathname)?.[1];
    if (hostname !== "crates.io" || name === undefined) return undefined;
    return {
      url: `${origin}/api/v1/crates/${name}`,
      accept: "application/json",
      render: (body) => render(JSON.parse(body)),
    };
  },
};

function render(body: unknown): string | undefined {
  const { at, list } = fields(body);
  const crate = at("crate");
  const versions = list("versions");
  if (crate.text("name") === "") return undefined;
  const known = facts({
    Version: crate.text("max_stable_version") || crate.text("max_version"),
    Updated: crate.text("updated_at"),
    License: versions[0]?.text("license") ?? "",
    "Rust version": versions[0]?.text("rust_version") ?? "",
    Documentation: crate.text("documentation") || `https://docs.rs/${crate.text("name")}`,
    Repository: crate.text("repository"),
    Downloads: crate.text("downloads"),
    Features: versions[0]?.at("features").keys().join(", ") ?? "",
    "Recent versions": versions
      .slice(0, SHOWN_VERSIONS)
      .map((version) => version.text("num"))
      .join(", "),
  });
  return paragraphs(`# ${crate.text("name")}`, crate.text("description"), known);
}
