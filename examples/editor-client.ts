/**
 * What an editor does: starts Tau as a child process, offers the open file under a URL of its own, shows the answer as it comes,
 * and answers the dialogs of extensions. Run it with: node examples/editor-client.ts "prompt" [path of the CLI]
 */
import { RpcClient } from "@tau/coding-agent";

const [prompt = "What is in the open file?", cliPath] = process.argv.slice(2);
const client = new RpcClient({ args: ["--no-session"], ...(cliPath ? { cliPath } : {}) });
const buffer = { url: "editor://open", text: "const answer = 42;\n" };

client.onEvent((event) => {
  if (event.type === "message_update" && event.assistantMessageEvent.type === "text_delta")
    process.stdout.write(event.assistantMessageEvent.delta);
  else if (event.type === "tool_execution_start") process.stderr.write(`[${event.toolName}]\n`);
});
client.onUIRequest((request) => (request.method === "confirm" ? { confirmed: true } : undefined));

await client.start();
try {
  await client.setHostUriSchemes([{ scheme: "editor", writable: true }], async ({ operation, content }) => {
    if (operation === "write") buffer.text = content ?? "";
    return { content: buffer.text, notes: ["the buffer is not saved"] };
  });
  await client.promptAndWait(`${prompt}\n\nThe open file is ${buffer.url}.`);
  process.stdout.write("\n");
} finally {
  await client.stop();
}
