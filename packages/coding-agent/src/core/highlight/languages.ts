import type { LanguageFn } from "highlight.js";

/** A language whose code can be coloured. */
export interface Language {
  readonly id: string;
  /** Extensions without their dot, whole file names, and other names used behind a code fence. */
  readonly names: readonly string[];
  load(): Promise<{ default: LanguageFn }>;
}

/** Returns the language of a file, by the file's name. */
export function languageOfPath(path: string): string | undefined {
  const file = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const extension = file.slice(file.lastIndexOf(".") + 1);
  return languageNamed(file) ?? (extension === file ? undefined : languageNamed(extension));
}

/** Returns the language that a name stands for, such as the name on a code fence. */
export function languageNamed(name: string): string | undefined {
  return byName().get(name.toLowerCase())?.id;
}

export function findLanguage(id: string): Language | undefined {
  return byName().get(id);
}

let named: Map<string, Language> | undefined;

function byName(): Map<string, Language> {
  named ??= new Map(LANGUAGES.flatMap((language) => [language.id, ...language.names].map((name) => [name, language])));
  return named;
}

// Each import is written out, because the bundler must see what may be loaded.
const LANGUAGES: readonly Language[] = [
  language("typescript", "ts tsx mts cts", () => import("highlight.js/lib/languages/typescript")),
  language("javascript", "js jsx mjs cjs node", () => import("highlight.js/lib/languages/javascript")),
  language("json", "jsonl jsonc json5 webmanifest", () => import("highlight.js/lib/languages/json")),
  language("python", "py pyi pyw python3", () => import("highlight.js/lib/languages/python")),
  language(
    "bash",
    "sh zsh ksh fish shell bashrc .bashrc .profile .zshrc",
    () => import("highlight.js/lib/languages/bash"),
  ),
  language("markdown", "md mdx mkd", () => import("highlight.js/lib/languages/markdown")),
  language("xml", "html htm xhtml svg vue svelte xsl plist", () => import("highlight.js/lib/languages/xml")),
  language("css", "", () => import("highlight.js/lib/languages/css")),
  language("scss", "sass", () => import("highlight.js/lib/languages/scss")),
  language("less", "", () => import("highlight.js/lib/languages/less")),
  language("yaml", "yml", () => import("highlight.js/lib/languages/yaml")),
  language("ini", "toml cfg conf .gitconfig .editorconfig .npmrc", () => import("highlight.js/lib/languages/ini")),
  language("rust", "rs", () => import("highlight.js/lib/languages/rust")),
  language("go", "golang", () => import("highlight.js/lib/languages/go")),
  language("java", "", () => import("highlight.js/lib/languages/java")),
  language("kotlin", "kt kts", () => import("highlight.js/lib/languages/kotlin")),
  language("scala", "sc", () => import("highlight.js/lib/languages/scala")),
  language("c", "h", () => import("highlight.js/lib/languages/c")),
  language("cpp", "cc cxx c++ hpp hh hxx", () => import("highlight.js/lib/languages/cpp")),
  language("csharp", "cs c#", () => import("highlight.js/lib/languages/csharp")),
  language("swift", "", () => import("highlight.js/lib/languages/swift")),
  language("objectivec", "m mm objc", () => import("highlight.js/lib/languages/objectivec")),
  language("php", "", () => import("highlight.js/lib/languages/php")),
  language("ruby", "rb rake gemfile rakefile", () => import("highlight.js/lib/languages/ruby")),
  language("perl", "pl pm", () => import("highlight.js/lib/languages/perl")),
  language("lua", "", () => import("highlight.js/lib/languages/lua")),
  language("r", "", () => import("highlight.js/lib/languages/r")),
  language("julia", "jl", () => import("highlight.js/lib/languages/julia")),
  language("dart", "", () => import("highlight.js/lib/languages/dart")),
  language("elixir", "ex exs", () => import("highlight.js/lib/languages/elixir")),
  language("erlang", "erl hrl", () => import("highlight.js/lib/languages/erlang")),
  language("haskell", "hs", () => import("highlight.js/lib/languages/haskell")),
  language("ocaml", "ml mli", () => import("highlight.js/lib/languages/ocaml")),
  language("fsharp", "fs fsx f#", () => import("highlight.js/lib/languages/fsharp")),
  language("clojure", "clj cljs edn", () => import("highlight.js/lib/languages/clojure")),
  language("lisp", "el scm", () => import("highlight.js/lib/languages/lisp")),
  language("sql", "psql", () => import("highlight.js/lib/languages/sql")),
  language("graphql", "gql", () => import("highlight.js/lib/languages/graphql")),
  language("protobuf", "proto", () => import("highlight.js/lib/languages/protobuf")),
  language("dockerfile", "docker containerfile", () => import("highlight.js/lib/languages/dockerfile")),
  language("makefile", "mk make gnumakefile", () => import("highlight.js/lib/languages/makefile")),
  language("cmake", "cmakelists.txt", () => import("highlight.js/lib/languages/cmake")),
  language("gradle", "", () => import("highlight.js/lib/languages/gradle")),
  language("groovy", "jenkinsfile", () => import("highlight.js/lib/languages/groovy")),
  language("nix", "", () => import("highlight.js/lib/languages/nix")),
  language("powershell", "ps1 psm1 pwsh", () => import("highlight.js/lib/languages/powershell")),
  language("dos", "bat cmd", () => import("highlight.js/lib/languages/dos")),
  language("vim", "vimrc .vimrc", () => import("highlight.js/lib/languages/vim")),
  language("latex", "tex sty", () => import("highlight.js/lib/languages/latex")),
  language("diff", "patch", () => import("highlight.js/lib/languages/diff")),
  language("x86asm", "asm s", () => import("highlight.js/lib/languages/x86asm")),
];

function language(id: string, names: string, load: Language["load"]): Language {
  return { id, names: names.split(" ").filter(Boolean), load };
}
