/**
 * Answers of search services, written from the published documentation of their vendors. They were not recorded: their texts are made up,
 * their fields are the documented ones.
 */
interface ServiceFixture {
  readonly request: { readonly method: "GET" | "POST"; readonly url: string; readonly headers: Record<string, string> };
  /** The body of a POST. */
  readonly sent?: object;
  readonly answer: object;
}

const PAGE = { title: "Release notes", url: "https://example.com/notes" };
const JSON_TYPE = { "content-type": "application/json" };

/** Each answers the query "tau & friends" of the past week, limited to 3. The first result is always the same. */
export const SERVICES: Readonly<Record<string, ServiceFixture>> = {
  searxng: {
    request: { method: "GET", url: "/search?q=tau+%26+friends&format=json&time_range=week", headers: {} },
    answer: {
      query: "tau & friends",
      number_of_results: 1,
      results: [{ ...PAGE, content: "What is new.", publishedDate: "2026-11-01T00:00:00", engine: "bing", score: 1 }],
      answers: [],
      suggestions: [],
    },
  },
  exa: {
    request: { method: "POST", url: "/search", headers: { "x-api-key": "the-key", ...JSON_TYPE } },
    sent: { query: "tau & friends", numResults: 3, type: "auto", contents: { highlights: true } },
    answer: {
      requestId: "b5947044c4b78efa9552a7c89b306d95",
      results: [
        {
          ...PAGE,
          publishedDate: "2026-11-01T00:00:00.000Z",
          author: "A. Author",
          id: PAGE.url,
          highlights: ["What is new."],
          highlightScores: [0.46],
        },
      ],
      costDollars: { total: 0.005 },
    },
  },
  brave: {
    request: {
      method: "GET",
      url: "/web/search?q=tau+%26+friends&count=3&text_decorations=false&freshness=pw",
      headers: { "x-subscription-token": "the-key" },
    },
    answer: {
      type: "search",
      query: { original: "tau & friends", more_results_available: true },
      web: {
        type: "search",
        results: [
          {
            ...PAGE,
            description: "What is <strong>new</strong>.",
            page_age: "2026-11-01T00:00:00",
            age: "2 weeks ago",
            language: "en",
          },
        ],
      },
    },
  },
  tavily: {
    request: { method: "POST", url: "/search", headers: { authorization: "Bearer the-key", ...JSON_TYPE } },
    sent: { query: "tau & friends", max_results: 3, time_range: "week" },
    answer: {
      query: "tau & friends",
      answer: null,
      images: [],
      results: [{ ...PAGE, content: "What is new.", score: 0.81, raw_content: null, published_date: "2026-11-01" }],
      response_time: "1.67",
    },
  },
  perplexity: {
    request: { method: "POST", url: "/search", headers: { authorization: "Bearer the-key", ...JSON_TYPE } },
    sent: { query: "tau & friends", max_results: 3, search_recency_filter: "week" },
    answer: {
      id: "e0f1",
      results: [{ ...PAGE, snippet: "What is new.", date: "2026-11-01", last_updated: "2026-11-02" }],
    },
  },
  kagi: {
    request: { method: "GET", url: "/search?q=tau+%26+friends&limit=3", headers: { authorization: "Bot the-key" } },
    answer: {
      meta: { id: "f2b1", node: "us-east4", ms: 143, api_balance: 9.9 },
      data: [
        { t: 0, rank: 1, ...PAGE, snippet: "What is new.", published: "2026-11-01T00:00:00Z" },
        { t: 1, list: ["tau pi", "tau circle"] },
      ],
    },
  },
  jina: {
    request: {
      method: "GET",
      url: "/?q=tau+%26+friends&num=3",
      headers: { authorization: "Bearer the-key", accept: "application/json", "x-respond-with": "no-content" },
    },
    answer: {
      code: 200,
      status: 20000,
      data: [{ ...PAGE, description: "What is new.", date: "2026-11-01", content: "", usage: { tokens: 1000 } }],
    },
  },
  parallel: {
    request: { method: "POST", url: "/v1/search", headers: { "x-api-key": "the-key", ...JSON_TYPE } },
    sent: { search_queries: ["tau & friends"], objective: "tau & friends", mode: "basic" },
    answer: {
      search_id: "search_61b1",
      results: [{ ...PAGE, publish_date: "2026-11-01", excerpts: ["What is new."] }],
      warnings: null,
    },
  },
  kimi: {
    request: { method: "POST", url: "/search", headers: { authorization: "Bearer the-key", ...JSON_TYPE } },
    sent: { text_query: "tau & friends", limit: 3, enable_page_crawling: false, timeout_seconds: 30 },
    answer: {
      search_results: [
        { site_name: "Example", ...PAGE, snippet: "What is new.", content: "", date: "2026-11-01", icon: "", mime: "" },
      ],
    },
  },
  zai: {
    request: { method: "POST", url: "/web_search", headers: { authorization: "Bearer the-key", ...JSON_TYPE } },
    sent: {
      search_engine: "search-prime",
      search_query: "tau & friends",
      count: 3,
      search_recency_filter: "oneWeek",
    },
    answer: {
      id: "20261101",
      created: 1762000000,
      search_result: [
        {
          title: PAGE.title,
          content: "What is new.",
          link: PAGE.url,
          media: "Example",
          icon: "",
          refer: "ref_1",
          publish_date: "2026-11-01",
        },
      ],
    },
  },
};

const events = (...data: object[]) =>
  data.map((each) => `event: ${Reflect.get(each, "type")}\ndata: ${JSON.stringify(each)}\n\n`).join("");
const usage = { input_tokens: 10, output_tokens: 5 };

/** Streams of vendors whose models search, with the fields of their published references. */
export const NATIVE_STREAMS: Readonly<Record<string, string>> = {
  anthropic: events(
    { type: "message_start", message: { id: "msg_1", model: "claude", usage } },
    {
      type: "content_block_start",
      index: 0,
      content_block: { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} },
    },
    { type: "content_block_stop", index: 0 },
    {
      type: "content_block_start",
      index: 1,
      content_block: {
        type: "web_search_tool_result",
        tool_use_id: "srvtoolu_1",
        content: [
          { type: "web_search_result", ...PAGE, encrypted_content: "EqgfCioIARgB", page_age: "2026-11-01" },
          { type: "web_search_result", title: "Other", url: "https://example.org/", encrypted_content: "x" },
        ],
      },
    },
    { type: "content_block_stop", index: 1 },
    { type: "content_block_start", index: 2, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 2, delta: { type: "text_delta", text: "It is new." } },
    {
      type: "content_block_delta",
      index: 2,
      delta: {
        type: "citations_delta",
        citation: { type: "web_search_result_location", ...PAGE, encrypted_index: "Eo8B", cited_text: "What is new." },
      },
    },
    { type: "content_block_stop", index: 2 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 12 } },
    { type: "message_stop" },
  ),
  openai: events(
    { type: "response.created", response: { id: "resp_1", model: "gpt" } },
    {
      type: "response.output_item.done",
      output_index: 0,
      item: {
        type: "web_search_call",
        id: "ws_1",
        status: "completed",
        action: { type: "search", query: "tau", sources: [{ type: "url", url: PAGE.url }] },
      },
    },
    {
      type: "response.output_item.added",
      output_index: 1,
      item: { type: "message", id: "msg_1", role: "assistant", content: [] },
    },
    { type: "response.output_text.delta", output_index: 1, content_index: 0, delta: "It is new." },
    {
      type: "response.output_text.annotation.added",
      output_index: 1,
      content_index: 0,
      annotation_index: 0,
      annotation: { type: "url_citation", start_index: 0, end_index: 10, ...PAGE },
    },
    {
      type: "response.output_item.done",
      output_index: 1,
      item: {
        type: "message",
        id: "msg_1",
        role: "assistant",
        content: [{ type: "output_text", text: "It is new.", annotations: [] }],
      },
    },
    { type: "response.completed", response: { id: "resp_1", status: "completed", usage } },
  ),
  google: `data: ${JSON.stringify({
    candidates: [
      {
        content: { role: "model", parts: [{ text: "It is new." }] },
        finishReason: "STOP",
        groundingMetadata: {
          webSearchQueries: ["tau"],
          searchEntryPoint: { renderedContent: "<div></div>" },
          groundingChunks: [{ web: { uri: PAGE.url, title: PAGE.title } }],
          groundingSupports: [
            { segment: { startIndex: 0, endIndex: 10, text: "It is new." }, groundingChunkIndices: [0] },
          ],
        },
      },
    ],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5 },
  })}\n\n`,
};
