import { SessionLog } from "@tau/agent";
import type { AssistantMessage, ToolCall, ToolResultMessage } from "@tau/ai";

const ANSWER_TEXT = `## What I found

The parser reads **twice** as far as it must; see [the grammar](https://example.com/grammar) and https://example.com.

- a list
  1. with numbers
- [x] the tests are there
- [ ] the docs are not

| name | time |
| :--- | ---: |
| before | 40 ms |
| after | 2 ms |

> The sum is $\\sum_{i=1}^{n} i^2 \\leq \\alpha$.

#### The change

\`\`\`ts
// One pass is enough.
export const parse = (text: string): number => text.length * 2;
\`\`\`

\`\`\`mermaid
graph LR
  A[Text] --> B[Tokens] --> C[Tree]
\`\`\`
`;

const PATCH = `--- a/src/parse.ts
+++ b/src/parse.ts
@@ -10,3 +10,4 @@
 export function parse(text: string) {
-  return read(read(text));
+  const tokens = read(text);
+  return tree(tokens);
 }
`;

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const usage = {
  ...{ input: 1200, output: 300, cacheRead: 0, cacheWrite: 0, totalTokens: 1500 },
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0.02 },
};

export function answer(content: AssistantMessage["content"], more: Partial<AssistantMessage> = {}): AssistantMessage {
  const model = { api: "openai-completions", provider: "p", model: "m" } as const;
  return { role: "assistant", content, ...model, usage, stopReason: "stop", timestamp: 1, ...more };
}

/** One of everything that the screen shows of a session, in the folder `/repo`. */
export function sampleSession(): SessionLog {
  const log = SessionLog.inMemory("/repo");
  log.appendSessionInfo("Make the parser faster");
  log.appendModelChange("p", "m");
  log.appendMessage({
    role: "user",
    content: '<file name="/repo/notes.md">\nthe notes\n</file>\nRead @notes.md',
    timestamp: 1,
  });
  const fork = log.appendMessage(
    answer([
      { type: "thinking", thinking: "It *may* be slow." },
      { type: "text", text: ANSWER_TEXT },
    ]),
  );
  log.appendMessage({ role: "user", content: "a branch that was left", timestamp: 1 });
  log.branch(fork);
  const image = { type: "image" as const, mimeType: "image/png", data: PIXEL };
  log.appendMessage({ role: "user", content: [{ type: "text", text: "Do it" }, image], timestamp: 1 });
  call(
    log,
    "read",
    { path: "/repo/src/parse.ts" },
    { text: "export function parse(text: string) {\n  return 1;\n}\n" },
  );
  call(log, "bash", { command: "npm test -- parse" }, { text: "2 passed\n" });
  call(log, "edit", { path: "src/parse.ts", edits: [] }, { text: "ok", details: { patch: PATCH } });
  call(log, "write", { path: "src/new.py", content: "def f():\n    return None\n" }, { text: "written" });
  const phases = [{ name: "Parser", tasks: [task("Measure it", "completed"), task("Read once", "in_progress")] }];
  call(log, "todo", { ops: [] }, { text: "todo text", details: { phases, problems: [] } });
  const question = { id: "which", question: "Which parser?", options: [{ label: "New" }, { label: "Old" }] };
  const chosen = { question: question.question, options: ["New", "Old"], multi: false, selectedOptions: ["New"] };
  call(log, "ask", { questions: [question] }, { text: "New", details: chosen });
  call(log, "grep", { pattern: "read\\(" }, { text: "src/parse.ts:11: read(", isError: false });
  call(log, "bash", { command: "false" }, { text: "Command exited with code 1", isError: true });
  const output = "\u001b[32mok\u001b[0m \u001b[1mbold\u001b[0m plain";
  const run = { command: "make", output, exitCode: 0, cancelled: false, truncated: false };
  log.appendMessage({ role: "bashExecution", ...run, timestamp: 1 });
  log.appendMessage(
    answer([{ type: "text", text: "Done." }], { stopReason: "error", errorMessage: "The server is busy." }),
  );
  return log;
}

const task = (content: string, status: string) => ({ content, status });

let calls = 0;

function call(
  log: SessionLog,
  name: string,
  args: ToolCall["arguments"],
  { text, details, isError = false }: { readonly text: string; readonly details?: unknown; readonly isError?: boolean },
): void {
  const id = `call-${calls++}`;
  log.appendMessage(answer([{ type: "toolCall", id, name, arguments: args }], { stopReason: "toolUse" }));
  const result: ToolResultMessage = {
    role: "toolResult",
    ...{ toolCallId: id, toolName: name, content: [{ type: "text", text }], isError, timestamp: 1 },
    ...(details === undefined ? {} : { details }),
  };
  log.appendMessage(result);
}
