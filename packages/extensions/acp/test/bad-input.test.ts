import { expect, test } from "vitest";
import { startAcp } from "./acp-client.ts";

test("bad lines are answered with errors, and the connection goes on", async () => {
  await using editor = await startAcp();
  const early = [
    "not JSON",
    "[]",
    "5",
    '{"jsonrpc":"2.0","id":0,"method":"session/new","params":{"cwd":"/","mcpServers":[]}}',
    '{"jsonrpc":"2.0","id":7,"method":"initialize","params":{"protocolVersion":99,"clientCapabilities":{}}}',
  ];
  const later = [
    '{"jsonrpc":"2.0","id":1,"method":"no/such"}',
    '{"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"none","prompt":[]}}',
    '{"jsonrpc":"2.0","id":3,"method":"session/prompt","params":{}}',
    '{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"none"}}',
    '{"jsonrpc":"2.0","method":"_unknown/notification"}',
    '{"jsonrpc":"2.0","id":4,"method":"session/new","params":{"cwd":"/no/such/folder","mcpServers":[]}}',
    '{"jsonrpc":"2.0","id":8,"method":"session/new","params":{"cwd":"here","mcpServers":[]}}',
    '{"jsonrpc":"2.0","id":5,"method":"session/list","params":{"cursor":"x"}}',
    '{"jsonrpc":"2.0","id":6,"method":"authenticate","params":{"methodId":"magic"}}',
  ];
  const send = (lines: readonly string[]) => editor.process.stdin?.write(`${lines.join("\n")}\n`);
  const answers = () =>
    editor.stdout
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as { id: number | null; error?: { code: number }; result?: object });
  send(early);
  await editor.until(() => answers().length === early.length);
  send(later);
  await editor.until(() => answers().length === early.length + 7);
  const codes = answers().map(({ id, error }) => [id, error?.code]);
  expect(codes.filter(([id]) => id === null)).toEqual([
    [null, -32700],
    [null, -32600],
    [null, -32600],
  ]);
  expect(Object.fromEntries(codes.filter(([id]) => id !== null))).toEqual({
    0: -32600,
    1: -32601,
    2: -32002,
    3: -32602,
    4: -32602,
    5: -32602,
    6: -32602,
    7: undefined,
    8: -32602,
  });
  expect(answers().find(({ id }) => id === 7)?.result).toMatchObject({ protocolVersion: 1 });
  editor.process.stdin?.end();
  expect(await editor.exit()).toBe(0);
});
