import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { subject } from "../../subject.ts";

const lines = fc.array(fc.constantFrom("alpha", "Beta alpha", "a.b(c)", "", "漢字 alpha", "needle"), { maxLength: 6 });
const files = fc.dictionary(
  fc.constantFrom("a.txt", "src/b.ts", "src/deep/c.ts", "docs/read me.md", "build/out.js", ".hidden/x.txt", "skip.log"),
  lines.map((all) => all.join("\n")),
  { minKeys: 1, maxKeys: 6 },
);
const ignored = fc.constantFrom(undefined, "build/\n*.log\n", "*.ts\n!b.ts\n");
const path = fc.constantFrom(undefined, ".", "src", "src/b.ts", "missing");

interface Folder {
  readonly files: Readonly<Record<string, string>>;
  readonly ignored?: string | undefined;
}

/** Writes a folder that a repository would be in, so that the ignored files count. */
function write(root: string, { files: contents, ignored: rules }: Folder): string {
  const folder = join(root, "searched");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, ".git"), { recursive: true });
  for (const [name, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  if (rules !== undefined) writeFileSync(join(folder, ".gitignore"), rules);
  return folder;
}

interface Executable {
  execute(id: string, args: object): Promise<{ content: { text?: string }[]; details?: object }>;
}

/** The lines that were found, in the order of names: which file comes first is a matter of timing in both. */
async function found(tool: unknown, args: object): Promise<unknown> {
  try {
    const { content, details = {} } = await (tool as Executable).execute("call", args);
    const text = content.map((block) => block.text ?? "").join("\n");
    return { lines: text.split("\n").sort(), details: Object.keys(details).sort() };
  } catch {
    return "[throws]";
  }
}

export const searchSubjects = [
  subject({
    name: "coding-agent/grep",
    inputs: fc.record({
      files,
      ignored,
      args: fc.record(
        {
          pattern: fc.constantFrom("alpha", "ALPHA", "a.b(c)", "^Beta", "needle|漢", "(", "nothing", ""),
          path,
          glob: fc.constantFrom("*.ts", "**/*.ts", "src/**", "*.{md,txt}"),
          ignoreCase: fc.boolean(),
          literal: fc.boolean(),
          context: fc.constantFrom(0, 1, 2),
          limit: fc.constantFrom(1, 3, 100),
        },
        { requiredKeys: ["pattern"] },
      ),
    }),
    runs: 60,
    run: ({ codingAgent, root }, { args, ...folder }) => found(codingAgent.createGrepTool(write(root, folder)), args),
  }),
  subject({
    name: "coding-agent/find",
    inputs: fc.record({
      files,
      ignored,
      args: fc.record(
        {
          pattern: fc.constantFrom("*.ts", "**/*.ts", "*", "src/*.ts", "**/deep/*", "a.txt", "*.{md,txt}", "missing*"),
          path,
          limit: fc.constantFrom(1, 2, 100),
        },
        { requiredKeys: ["pattern"] },
      ),
    }),
    runs: 60,
    run: ({ codingAgent, root }, { args, ...folder }) => found(codingAgent.createFindTool(write(root, folder)), args),
  }),
];
