import type { ServerSpec } from "../server-spec.ts";
import { SCRIPT_IDS, SCRIPTS, STYLES } from "./file-types.ts";

/** Servers that add diagnostics and formatting to those of a language. */
export const LINTERS: readonly ServerSpec[] = [
  {
    name: "tailwindcss-language-server",
    languages: "Tailwind CSS",
    command: "tailwindcss-language-server",
    args: ["--stdio"],
    fileTypes: [...STYLES, ".html", ".vue", ".svelte", ".astro", ".tsx", ".jsx"],
    rootMarkers: ["tailwind.config.js", "tailwind.config.ts", "tailwind.config.mjs", "tailwind.config.cjs"],
    needsMarker: true,
    isLinter: true,
    languageIds: SCRIPT_IDS,
  },
  {
    name: "vscode-eslint-language-server",
    languages: "ESLint",
    command: "vscode-eslint-language-server",
    args: ["--stdio"],
    fileTypes: [...SCRIPTS, ".vue", ".svelte", ".astro"],
    rootMarkers: [
      "eslint.config.js",
      "eslint.config.mjs",
      "eslint.config.ts",
      ".eslintrc",
      ".eslintrc.js",
      ".eslintrc.json",
    ],
    needsMarker: true,
    isLinter: true,
    languageIds: SCRIPT_IDS,
    settings: {
      "": { validate: "on", run: "onType", nodePath: null, workingDirectory: { mode: "auto" }, problems: {} },
    },
  },
  {
    name: "biome",
    languages: "Biome",
    command: "biome",
    args: ["lsp-proxy"],
    fileTypes: [...SCRIPTS, ".json", ".jsonc", ".css", ".graphql"],
    rootMarkers: ["biome.json", "biome.jsonc"],
    needsMarker: true,
    isLinter: true,
    languageIds: SCRIPT_IDS,
  },
  {
    name: "ruff",
    languages: "Ruff (Python)",
    command: "ruff",
    args: ["server"],
    fileTypes: [".py", ".pyi"],
    rootMarkers: ["ruff.toml", ".ruff.toml", "pyproject.toml"],
    needsMarker: true,
    isLinter: true,
    languageIds: { ".py": "python", ".pyi": "python" },
  },
];
