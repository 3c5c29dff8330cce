import type { ToolManifest } from "@tau/coding-agent";

const paths = {
  type: "array",
  items: { type: "string" },
  description: "Files, folders or globs. Ignored files are left out, as is node_modules unless it is named",
};
const lang = { type: "string", description: "The language, such as python. Default: by the files' extensions" };

/** Describes both tools for the permission policy: each reads the files that it names. A change is described by `resolve`. */
const describe = (args: unknown) => {
  const { paths: given } = args as { paths?: unknown };
  const named = Array.isArray(given) ? given.filter((path) => typeof path === "string" && path.trim() !== "") : [];
  // A glob names the folder above it.
  const folders = named.map(
    (path: string) => path.trim().replace(/\/?[^/]*[*?[{].*$/, "") || (path.startsWith("/") ? "/" : "."),
  );
  return { effect: "read" as const, paths: folders.length > 0 ? folders : ["."] };
};

export const astGrep = {
  name: "ast_grep",
  label: "AST grep",
  description:
    "Finds code by its syntax: spacing, line breaks and comments do not matter. The pattern is one piece of code with metavariables: $NAME for one node, $$$NAME for any number, $_ and $$$ unnamed; a name that occurs twice must stand for the same code. Returns at most 50 matches with their lines.",
  loadout: "found",
  parameters: {
    type: "object",
    properties: {
      pat: { type: "string", description: "Such as console.log($$$ARGS) or if ($C) { $$$BODY }" },
      paths,
      lang,
      skip: { type: "number", description: "How many matches to leave out, for the next page" },
    },
    required: ["pat"],
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  replay: "safe",
  describe,
} satisfies ToolManifest;

export const astEdit = {
  name: "ast_edit",
  label: "AST edit",
  description:
    "Rewrites code by its syntax in many files at once. Each operation replaces what pat matches by out, which may use its metavariables; an empty out removes the code. Returns a preview; nothing is written until you call resolve with apply.",
  loadout: "found",
  parameters: {
    type: "object",
    properties: {
      ops: {
        type: "array",
        items: {
          type: "object",
          properties: {
            pat: { type: "string", description: "Such as foo($A, $$$REST)" },
            out: { type: "string", description: "Such as bar($$$REST, $A)" },
          },
          required: ["pat", "out"],
        },
      },
      paths,
      lang,
    },
    required: ["ops", "paths"],
  },
  executionMode: "sequential",
  annotations: { readOnlyHint: true, openWorldHint: false },
  describe,
} satisfies ToolManifest;
