import { expect, test } from "vitest";
import { streamSimple } from "../../src/index.ts";
import { hasLeakedRouting } from "../../src/protocols/leaked-routing.ts";
import { sse, startServer } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

const leaks = [
  '{"input":"*** Begin Patch\\n+a  analysis to=functions.edit code  {"}',
  '{"input":"x commentary to=functions.read"}',
  '{"input":"x to=functions.edit code 天天中彩票官网 {"}',
  '{"input":"Japgolly to=functions.bash code"}',
  '{"input":"x to=functions.bash code changedFiles: 3"}',
];
const ordinary = [
  '{"path":"a.ts"}',
  '{"input":"grep -rn to=functions.edit src"}',
  '{"text":"The marker to=functions.edit is what the parser looks for, e.g. in naïve café code."}',
  '{"text":"日本語のテキスト, 分析 analysis, commentary"}',
  '{"code":"const url = base + \'?to=functions\'; // user"}',
];

test("R44 text that leaked from a tool's routing is told from code that mentions it", () => {
  expect(leaks.map(hasLeakedRouting)).toEqual(leaks.map(() => true));
  expect(ordinary.map(hasLeakedRouting)).toEqual(ordinary.map(() => false));
});

test("R44 a call that was damaged so is not carried out", async () => {
  const item = { type: "function_call", id: "fc", call_id: "c", name: "edit", arguments: leaks[1] };
  await using server = await startServer(
    sse(
      { type: "response.output_item.added", output_index: 0, item: { ...item, arguments: "" } },
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response: { id: "r", status: "completed" } },
    ),
  );
  const model = testModel("openai-responses", { baseUrl: server.url });
  const { content } = await streamSimple(model, { messages: [] }, { apiKey: "k" }).result();
  expect(content).toMatchObject([{ type: "toolCall", argumentsError: expect.stringContaining("Call the tool again") }]);
});
