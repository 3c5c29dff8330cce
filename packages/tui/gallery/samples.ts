import type {
  FormQuestion,
  RowListColumn,
  RowListRow,
  SelectItem,
  SettingItem,
  Tab,
  TableColumn,
  TreeNode,
} from "../src/index.ts";

export const prose =
  "The quick brown fox jumps over the lazy dog. 素早い茶色の狐はのろまな犬を飛び越える。 Family: 👨‍👩‍👧‍👦, flag: 🇯🇵, heart: ❤️.";

export const markdown = `# Streaming Markdown

Prose with **bold**, *italic*, ~~struck~~ and \`code\`, a [link](https://example.org) and 日本語.

- a list
  - with a nested item
- [x] a task that is done
- [ ] one that is not

1. first
2. second

> A quote, with \`code\` in it.

\`\`\`ts
const answer: number = 42;
\`\`\`

| name | what it does | n |
|------|:------------:|--:|
| wrap | breaks lines at words and keeps the style of each of them | 1 |
| slice | cuts columns | 20 |

\`\`\`mermaid
graph LR
  A[Prompt] --> B{Tool?}
  B -->|yes| C[Run it]
  B -->|no| D[Answer]
\`\`\`

---

The formula $E = mc^2$ and $\\sum_{i=1}^{n} \\frac{1}{i^2} \\leq \\frac{\\pi^2}{6}$.
`;

export const draft =
  "A prompt of several lines,\nthe second with wide 文字 and one that is long enough to wrap on a narrow screen.";

export const commands: SelectItem[] = [
  { value: "model", label: "model", description: "Choose the model for this session" },
  { value: "resume", label: "resume", description: "Open an earlier session" },
  { value: "tree", label: "tree", description: "Go to another branch" },
  { value: "compact", label: "compact", description: "Summarize what was said so far" },
  { value: "settings", label: "settings" },
  { value: "help", label: "help", description: "Show the keys" },
];

export function settings(): SettingItem[] {
  return [
    {
      id: "theme",
      label: "Theme",
      description: "Colours of the screen",
      currentValue: "dark",
      values: ["dark", "light"],
    },
    { id: "images", label: "Show images", currentValue: "on", values: ["on", "off"] },
    { id: "steering", label: "Steering", currentValue: "one-at-a-time", values: ["one-at-a-time", "all"] },
  ];
}

/** One transparent pixel. */
export const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

export const patch = `--- a/greet.ts
+++ b/greet.ts
@@ -1,4 +1,4 @@
 export function greet(name: string) {
-  return "Hello " + name;
+  return "Hello, " + name;
 }
 // end
@@ -20,2 +20,3 @@
 const users = load();
+users.sort();
 greet(users[0]);
`;

export function tree(): TreeNode[] {
  return [
    {
      id: "src",
      label: "src",
      children: [
        { id: "text", label: "text", children: [{ id: "wrap", label: "wrap-text.ts" }] },
        { id: "keys", label: "keys", folded: true, children: [{ id: "key", label: "key-id.ts" }] },
        { id: "index", label: "index.ts" },
      ],
    },
    { id: "readme", label: "README.md" },
  ];
}

export const tabs: Tab[] = ["general", "models", "sessions", "keys", "appearance"].map((id) => ({ id, label: id }));

export const columns: TableColumn[] = [
  { title: "Session", minWidth: 8 },
  { title: "First prompt" },
  { title: "Turns", align: "right" },
];

export const rows = [
  ["fix-wrap", "The wrapping of wide characters is off by one at the edge of the screen", "12"],
  ["docs", "文書を書く", "3"],
];

export const numbered = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`).join("\n");

export const questions: FormQuestion[] = [
  {
    id: "storage",
    question: "Where should the sessions be kept?",
    options: [
      { label: "SQLite (Recommended)", description: "One file, no server; queries are easy to write." },
      { label: "JSON lines", description: "Readable with any editor." },
    ],
    otherLabel: "Other (type your own)",
  },
  { id: "features", question: "What else?", options: [{ label: "search" }, { label: "export" }], multi: true },
];

export const jobColumns: RowListColumn[] = [{ title: "job" }, { title: "state" }, { title: "time", align: "right" }];
export const jobs: RowListRow[] = [
  {
    id: "1",
    label: "review the parser",
    cells: ["running", "1 min 3 s"],
    children: [
      { id: "2", label: "read the grammar", cells: ["done", "12 s"] },
      { id: "3", label: "write the tests", cells: ["running", "51 s"] },
    ],
  },
  { id: "4", label: "update the manual", cells: ["waiting", ""] },
];
