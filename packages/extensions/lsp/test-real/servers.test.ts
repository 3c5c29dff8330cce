import { join } from "node:path";
import { requirePackage, requireProgram } from "@tau/testkit";
import { expect, test } from "vitest";
import { toySession } from "../test/toy.ts";
import type { LspParams } from "../tool.ts";

type Servers = Readonly<Record<string, object>>;
type Question = LspParams & { readonly file: string };

/** Asks questions one after the other and resolves to the answers. */
async function ask(servers: Servers, files: Readonly<Record<string, string>>, ...questions: readonly Question[]) {
  await using session = await toySession({ files, config: { servers } });
  const answers = await session.ask(...questions.map((question) => ({ timeout: 60, ...question })));
  return { answers, contents: Object.fromEntries(Object.keys(files).map((name) => [name, session.read(name)])) };
}

async function npmProgram(
  name: Parameters<typeof requirePackage>[0],
  program: string,
  context: Parameters<typeof requirePackage>[1],
) {
  return join(await requirePackage(name, context), "../.bin", program);
}

test("typescript-language-server", async (context) => {
  const command = await npmProgram("typescript-language-server", "typescript-language-server", context);
  const tsserver = join(await requirePackage("typescript", context), "lib/tsserver.js");
  const files = {
    "tsconfig.json": '{ "compilerOptions": { "strict": true }, "include": ["*.ts"] }',
    "a.ts": "export function area(width: number): number {\n  return width * width;\n}\n",
    "b.ts": 'import { area } from "./a";\nexport const size: string = area(2);\n',
  };
  const at = { file: "a.ts", line: 1, symbol: "area" } as const;
  const { answers, contents } = await ask(
    { "typescript-language-server": { command, initOptions: { tsserver: { path: tsserver } } } },
    files,
    { action: "references", ...at },
    { action: "hover", ...at },
    { action: "definition", file: "b.ts", line: 2, symbol: "area" },
    { action: "symbols", file: "a.ts" },
    { action: "diagnostics", file: "b.ts" },
    { action: "request", query: "callHierarchy/incomingCalls", ...at },
    { action: "rename", ...at, new_name: "square" },
  );
  // The first answer knows the whole project, not only the file that is open.
  const [references, hover, definition, symbols, diagnostics, callers, rename] = answers;
  expect(hover).toContain("function area(width: number): number");
  expect(definition).toMatch(/^Found 1 definition\(s\):\n {2}a\.ts:1:17\n/);
  expect(references).toMatch(/^Found 3 reference\(s\):[\s\S]*b\.ts:2:29/);
  expect(symbols).toContain("function area");
  expect(diagnostics).toMatch(/^1 error[\s\S]*Type 'number' is not assignable to type 'string'/);
  expect(callers).toMatch(/callHierarchy\/incomingCalls of function area @ a\.ts:1:17:\n {2}.* @ b\.ts/);
  expect(rename).toMatch(/^Applied rename:/);
  expect(contents["b.ts"]).toContain("square(2)");
});

test("typescript-language-server: rename_file corrects imports, a code action adds one", async (context) => {
  const command = await npmProgram("typescript-language-server", "typescript-language-server", context);
  const tsserver = join(await requirePackage("typescript", context), "lib/tsserver.js");
  const files = {
    "tsconfig.json": '{ "include": ["**/*.ts"] }',
    "a.ts": "export function area(width: number): number {\n  return width * width;\n}\n",
    "b.ts": 'import { area } from "./a";\narea(1);\n',
    "c.ts": "area(2);\n",
  };
  const servers = { "typescript-language-server": { command, initOptions: { tsserver: { path: tsserver } } } };
  await using session = await toySession({ files, config: { servers } });
  const [added, renamed] = await session.ask(
    { action: "code_actions", file: "c.ts", line: 1, symbol: "area", apply: true, query: "import", timeout: 60 },
    { action: "rename_file", file: "a.ts", new_name: "lib/area.ts", timeout: 60 },
  );
  expect(added).toMatch(/^Applied "Add import from "\.\/a"":/);
  expect(renamed).toMatch(/^Renamed a\.ts → lib\/area\.ts\n/);
  expect(session.read("b.ts")).toContain('from "./lib/area"');
  expect(session.read("c.ts")).toContain('from "./lib/area"');
  expect(session.read("lib/area.ts")).toBe(files["a.ts"]);
});

test("pyright", async (context) => {
  const command = await npmProgram("pyright", "pyright-langserver", context);
  const files = {
    "pyproject.toml": "[tool.pyright]\n",
    "a.py": "def area(width: int) -> int:\n    return width * width\n",
    "b.py": "from a import area\n\nsize: str = area(2)\n",
  };
  const at = { file: "a.py", line: 1, symbol: "area" } as const;
  const { answers, contents } = await ask(
    { pyright: { command } },
    files,
    { action: "hover", ...at },
    { action: "definition", file: "b.py", line: 3, symbol: "area" },
    { action: "references", ...at },
    { action: "symbols", file: "a.py" },
    { action: "diagnostics", file: "b.py" },
    { action: "rename", ...at, new_name: "square" },
  );
  const [hover, definition, references, symbols, diagnostics, rename] = answers;
  expect(hover).toContain("(function) def area(width: int) -> int");
  expect(definition).toMatch(/^Found 1 definition\(s\):\n {2}a\.py:1:5\n/);
  expect(references).toMatch(/^Found 3 reference\(s\):/);
  expect(symbols).toContain("function area");
  expect(diagnostics).toMatch(/^1 error[\s\S]*"int" is not assignable to "str"/);
  expect(rename).toMatch(/^Applied rename:/);
  expect(contents["b.py"]).toContain("square(2)");
});

test("bash-language-server", async (context) => {
  const command = await npmProgram("bash-language-server", "bash-language-server", context);
  const files = { "a.sh": "#!/bin/bash\ngreet() {\n  echo hello\n}\ngreet\n" };
  const at = { file: "a.sh", line: 5, symbol: "greet" } as const;
  const { answers, contents } = await ask(
    { "bash-language-server": { command } },
    files,
    // It answers without waiting for its own analysis, which has ended when there are diagnostics.
    { action: "diagnostics", file: "a.sh" },
    { action: "hover", ...at },
    { action: "definition", ...at },
    { action: "references", ...at },
    { action: "symbols", file: "a.sh" },
    { action: "rename", ...at, new_name: "welcome" },
  );
  const [diagnostics, hover, definition, references, symbols, rename] = answers;
  expect(hover).toMatch(/Function: \*\*greet\*\*/);
  expect(definition).toMatch(/^Found 1 definition\(s\):\n {2}a\.sh:2:1\n/);
  expect(references).toMatch(/^Found 2 reference\(s\):/);
  expect(symbols).toContain("function greet");
  expect(diagnostics).toMatch(/^OK/);
  expect(rename).toMatch(/^Applied rename:/);
  expect(contents["a.sh"]).toBe("#!/bin/bash\nwelcome() {\n  echo hello\n}\nwelcome\n");
});

test("vscode-langservers-extracted: CSS, JSON and HTML", async (context) => {
  const css = await npmProgram("vscode-langservers-extracted", "vscode-css-language-server", context);
  const json = await npmProgram("vscode-langservers-extracted", "vscode-json-language-server", context);
  const html = await npmProgram("vscode-langservers-extracted", "vscode-html-language-server", context);
  const files = {
    "package.json": "{}",
    "a.css": ":root { --main: red; }\n.box { color: var(--main); colr: blue; }\n",
    "a.json": '{ "one": [1, 2,] }\n',
    "a.html": "<div><p>hello</p></div>\n",
  };
  const at = { file: "a.css", line: 2, symbol: "--main" } as const;
  const { answers, contents } = await ask(
    {
      "vscode-css-language-server": { command: css },
      "vscode-json-language-server": { command: json },
      "vscode-html-language-server": { command: html },
    },
    files,
    { action: "hover", file: "a.css", line: 2, symbol: "color" },
    { action: "definition", ...at },
    { action: "references", ...at },
    { action: "symbols", file: "a.css" },
    { action: "diagnostics", file: "a.css" },
    { action: "rename", ...at, new_name: "--first" },
    { action: "diagnostics", file: "a.json" },
    { action: "symbols", file: "a.html" },
    { action: "rename", file: "a.html", line: 1, symbol: "div", new_name: "section" },
  );
  const [hover, definition, references, symbols, diagnostics, rename, jsonDiagnostics, htmlSymbols] = answers;
  expect(hover).toMatch(/color/i);
  expect(definition).toMatch(/^Found 1 definition\(s\):\n {2}a\.css:1:9\n/);
  expect(references).toMatch(/^Found 2 reference\(s\):/);
  expect(symbols).toContain(".box");
  expect(diagnostics).toMatch(/1 warning[\s\S]*Unknown property/i);
  expect(rename).toMatch(/^Applied rename:/);
  expect(contents["a.css"]).toContain("var(--first)");
  expect(jsonDiagnostics).toMatch(/Trailing comma/);
  expect(htmlSymbols).toContain("div");
  expect(contents["a.html"]).toBe("<section><p>hello</p></section>\n");
});

test("clangd", async (context) => {
  const command = await requireProgram("clangd", context);
  const files = {
    "compile_flags.txt": "-xc\n",
    "area.h": "int area(int width);\n",
    "a.c":
      '#include "area.h"\nint area(int width) { return width * width; }\nint main(void) { return area(2) + wrong; }\n',
  };
  const at = { file: "a.c", line: 2, symbol: "area" } as const;
  const { answers, contents } = await ask(
    { clangd: { command } },
    files,
    { action: "diagnostics", file: "a.c" },
    { action: "hover", ...at },
    { action: "definition", file: "a.c", line: 3, symbol: "area" },
    { action: "references", ...at },
    { action: "symbols", file: "a.c" },
    { action: "rename", ...at, new_name: "square" },
  );
  const [diagnostics, hover, definition, references, symbols, rename] = answers;
  expect(diagnostics).toMatch(/^1 error[\s\S]*undeclared identifier 'wrong'/);
  expect(hover).toContain("area");
  expect(definition).toMatch(/^Found 1 definition/);
  // Without an index of the whole project, old versions leave the declaration in the header out.
  expect(references).toMatch(/^Found [23] reference\(s\):/);
  expect(symbols).toContain("function main");
  expect(rename).toMatch(/^Applied rename:/);
  expect(contents["a.c"]).toContain("return square(2)");
});

test("gopls", async (context) => {
  await requireProgram("go", context);
  const command = await requireProgram("gopls", context);
  const files = {
    "go.mod": "module example.com/area\n\ngo 1.18\n",
    "a.go": "package main\n\nfunc area(width int) int { return width * width }\n",
    "b.go": "package main\n\nfunc main() {\n\tvar size string = area(2)\n\t_ = size\n}\n",
  };
  const at = { file: "a.go", line: 3, symbol: "area" } as const;
  const { answers, contents } = await ask(
    { gopls: { command, env: { GOFLAGS: "-mod=mod", GOPROXY: "off" } } },
    files,
    { action: "hover", ...at },
    { action: "definition", file: "b.go", line: 4, symbol: "area" },
    { action: "references", ...at },
    { action: "symbols", file: "a.go" },
    { action: "diagnostics", file: "b.go" },
    { action: "rename", ...at, new_name: "square" },
  );
  const [hover, definition, references, symbols, diagnostics, rename] = answers;
  expect(hover).toContain("func area(width int) int");
  expect(definition).toMatch(/^Found 1 definition\(s\):\n {2}a\.go:3:6\n/);
  expect(references).toMatch(/^Found 2 reference\(s\):/);
  expect(symbols).toContain("function area");
  expect(diagnostics).toMatch(/^1 error[\s\S]*cannot use area\(2\)/);
  expect(rename).toMatch(/^Applied rename:/);
  expect(contents["b.go"]).toContain("square(2)");
});
