import { expect, test } from "vitest";
import { SITES } from "../sites/index.ts";
import { FIXTURES } from "./site-fixtures.ts";

const find = (address: string) => {
  for (const { name, match } of SITES) {
    const request = match(new URL(address));
    if (request) return { name, ...request };
  }
  return undefined;
};

test("every site has a fixture", () => {
  expect([...new Set(FIXTURES.map(({ site }) => site))]).toEqual(SITES.map(({ name }) => name));
});

test.each(FIXTURES)("$address is read from $request", ({ site, address, request, body, shown }) => {
  const found = find(address);
  const asked = found?.url === request ? found : found?.otherwise;
  expect([found?.name, asked?.url]).toEqual([site, request]);
  expect(asked?.render(body)?.trim()).toBe(shown);
});

test.each([
  "https://github.com/features/actions",
  "https://github.com/owner",
  "https://github.com/owner/repo/actions",
  "https://gitlab.com/group/project",
  "https://www.npmjs.com/search?q=tau",
  "https://pypi.org/search/",
  "https://crates.io/categories",
  "https://stackoverflow.com/tags",
  "https://arxiv.org/list/cs/new",
  "https://en.wikipedia.org/wiki/Special:Random",
  "https://news.ycombinator.com/newest",
  "https://developer.mozilla.org/en-US/",
  "https://example.com/owner/repo",
  "https://evil-github.com/owner/repo",
  "https://github.com.evil.example/owner/repo/issues/1",
])("%s is read as a page", (address) => {
  expect(find(address)).toBeUndefined();
});

test.each(["", "null", "[]", "{}", "<html></html>", '{"info":3,"crate":[],"doc":"x","versions":{"1":2}}'])(
  "an answer of another form (%s) is not shown in place of the page",
  (body) => {
    const ofJson = FIXTURES.filter((fixture) => fixture.body.startsWith("{"));
    expect(
      ofJson.map(({ address }) => attempt(() => find(address)?.render(body) ?? find(address)?.otherwise?.render(body))),
    ).toEqual(ofJson.map(() => undefined));
  },
);

/** What a renderer throws counts as nothing, as it does for `read`. */
function attempt(run: () => string | undefined): string | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
