/**
 * Answers of sites, written from their published APIs or, for docs.rs and Stack Overflow, from their markup. They were not recorded: the
 * texts are made up, the fields and classes are the documented or visible ones.
 */
interface SiteFixture {
  readonly site: string;
  readonly address: string;
  /** The URL that is asked instead. */
  readonly request: string;
  readonly body: string;
  readonly shown: string;
}

export const FIXTURES: readonly SiteFixture[] = [
  {
    site: "github",
    address: "https://github.com/owner/repo",
    request: "https://api.github.com/repos/owner/repo/readme",
    body: "# Repo",
    shown: "# Repo",
  },
  {
    site: "github",
    address: "https://github.com/owner/repo/blob/main/src/a.ts#L3",
    request: "https://raw.githubusercontent.com/owner/repo/main/src/a.ts",
    body: "const a = 1;",
    shown: "const a = 1;",
  },
  {
    site: "github",
    address: "https://github.com/owner/repo/issues/7",
    request: "https://api.github.com/repos/owner/repo/issues/7",
    body: JSON.stringify({
      number: 7,
      title: "It fails",
      state: "open",
      user: { login: "me" },
      created_at: "2026-11-01T00:00:00Z",
      labels: [{ name: "bug" }],
      comments: 2,
      body: "Steps…",
    }),
    shown:
      "# It fails (#7)\n\n- State: open\n- Author: me\n- Created: 2026-11-01T00:00:00Z\n- Labels: bug\n- Comments: 2\n\nSteps…",
  },
  {
    site: "github",
    address: "https://github.com/owner/repo/releases/tag/v1",
    request: "https://api.github.com/repos/owner/repo/releases/tags/v1",
    body: JSON.stringify({ name: "One", tag_name: "v1", published_at: "2026-11-01", body: "Notes", assets: [] }),
    shown: "# One\n\n- Tag: v1\n- Published: 2026-11-01\n\nNotes",
  },
  {
    site: "github",
    address: "https://github.com/owner/repo/releases",
    request: "https://api.github.com/repos/owner/repo/releases/latest",
    body: JSON.stringify({
      name: "",
      tag_name: "v2",
      published_at: "2026-11-02",
      body: "More",
      assets: [{ name: "a.zip", browser_download_url: "https://example.com/a.zip" }],
    }),
    shown: "# v2\n\n- Tag: v2\n- Published: 2026-11-02\n\nMore\n\n- a.zip: https://example.com/a.zip",
  },
  {
    site: "github",
    address: "https://github.com/owner/repo/pull/8/files",
    request: "https://api.github.com/repos/owner/repo/pulls/8",
    body: "diff --git a/a.ts b/a.ts\n",
    shown: "diff --git a/a.ts b/a.ts",
  },
  {
    site: "github",
    address: "https://github.com/owner/repo/commit/0123456789abcdef",
    request: "https://api.github.com/repos/owner/repo/commits/0123456789abcdef",
    body: "diff --git a/a.ts b/a.ts\n",
    shown: "diff --git a/a.ts b/a.ts",
  },
  {
    site: "github",
    address: "https://gist.github.com/owner/0123456789abcdef0123",
    request: "https://api.github.com/gists/0123456789abcdef0123",
    body: JSON.stringify({
      description: "A script",
      files: { "run.sh": { filename: "run.sh", content: "echo run" }, "b.txt": { filename: "b.txt", content: "b" } },
    }),
    shown: "A script\n\n## run.sh\n\n```\necho run\n```\n\n## b.txt\n\n```\nb\n```",
  },
  {
    site: "gitlab",
    address: "https://gitlab.com/group/project/-/blob/main/src/a.ts",
    request: "https://gitlab.com/group/project/-/raw/main/src/a.ts",
    body: "const a = 1;",
    shown: "const a = 1;",
  },
  {
    site: "gitlab",
    address: "https://gitlab.com/group/project/-/issues/4",
    request: "https://gitlab.com/api/v4/projects/group%2Fproject/issues/4",
    body: JSON.stringify({ iid: 4, title: "Slow", state: "opened", author: { username: "me" }, description: "Why" }),
    shown: "# Slow (4)\n\n- State: opened\n- Author: me\n\nWhy",
  },
  {
    site: "gitlab",
    address: "https://gitlab.com/group/sub/project/-/merge_requests/3",
    request: "https://gitlab.com/api/v4/projects/group%2Fsub%2Fproject/merge_requests/3",
    body: JSON.stringify({
      iid: 3,
      title: "Fix",
      state: "merged",
      author: { username: "me" },
      created_at: "2026-11-01",
      labels: ["a", "b"],
      source_branch: "fix",
      description: "Why",
    }),
    shown:
      "# Fix (3)\n\n- State: merged\n- Author: me\n- Created: 2026-11-01\n- Labels: a, b\n- Source branch: fix\n\nWhy",
  },
  {
    site: "npm",
    address: "https://www.npmjs.com/package/@scope/name",
    request: "https://registry.npmjs.org/@scope%2fname",
    body: JSON.stringify({
      name: "@scope/name",
      description: "A package",
      "dist-tags": { latest: "1.1.0" },
      versions: { "1.0.0": { license: "MIT" }, "1.1.0": { license: "MIT", dependencies: { dep: "^2.0.0" } } },
      time: { "1.1.0": "2026-11-01" },
      repository: { type: "git", url: "git+https://example.com/repo.git" },
      readme: "# Read me",
    }),
    shown:
      "# @scope/name\n\nA package\n\n- Version: 1.1.0\n- Published: 2026-11-01\n- License: MIT\n- Dependencies: dep ^2.0.0\n- Repository: git+https://example.com/repo.git\n- Recent versions: 1.1.0, 1.0.0\n\n# Read me",
  },
  {
    site: "npm",
    address: "https://www.npmjs.com/package/name/v/1.0.0",
    request: "https://registry.npmjs.org/name",
    body: JSON.stringify({
      name: "name",
      "dist-tags": { latest: "1.1.0" },
      versions: { "1.0.0": { license: "MIT", deprecated: "Use 1.1" }, "1.1.0": { license: "MIT" } },
      time: { "1.0.0": "2026-10-01" },
    }),
    shown:
      "# name\n\n- Version: 1.0.0 (latest: 1.1.0)\n- Published: 2026-10-01\n- License: MIT\n- Deprecated: Use 1.1\n- Recent versions: 1.1.0, 1.0.0",
  },
  {
    site: "npm",
    address: "https://www.npmjs.com/package/@scope/huge",
    request: "https://registry.npmjs.org/@scope%2fhuge/latest",
    body: JSON.stringify({
      name: "@scope/huge",
      version: "9.0.0",
      description: "A package with many versions",
      license: "MIT",
      dependencies: { dep: "^2.0.0" },
      repository: { type: "git", url: "git+https://example.com/huge.git" },
      homepage: "https://example.com/huge",
    }),
    shown:
      "# @scope/huge\n\nA package with many versions\n\n- Version: 9.0.0\n- License: MIT\n- Dependencies: dep ^2.0.0\n- Repository: git+https://example.com/huge.git\n- Homepage: https://example.com/huge",
  },
  {
    site: "pypi",
    address: "https://pypi.org/project/name/",
    request: "https://pypi.org/pypi/name/json",
    body: JSON.stringify({
      info: {
        name: "name",
        version: "2.0",
        summary: "A project",
        requires_python: ">=3.9",
        license: "MIT",
        requires_dist: ["dep>=1"],
        project_urls: { Source: "https://example.com" },
        description: "Long text",
      },
      urls: [{ upload_time_iso_8601: "2026-11-01T00:00:00Z" }],
    }),
    shown:
      "# name\n\nA project\n\n- Version: 2.0\n- Published: 2026-11-01T00:00:00Z\n- Requires Python: >=3.9\n- License: MIT\n- Requires: dep>=1\n- Links: Source https://example.com\n\nLong text",
  },
  {
    site: "pypi",
    address: "https://pypi.org/project/name/1.0rc1/",
    request: "https://pypi.org/pypi/name/1.0rc1/json",
    body: JSON.stringify({ info: { name: "name", version: "1.0rc1", license_expression: "MIT" }, urls: [] }),
    shown: "# name\n\n- Version: 1.0rc1\n- License: MIT",
  },
  {
    site: "crates",
    address: "https://crates.io/crates/serde/1.0.0",
    request: "https://crates.io/api/v1/crates/serde",
    body: JSON.stringify({
      crate: {
        name: "serde",
        description: "A crate",
        max_stable_version: "1.0.1",
        updated_at: "2026-11-01",
        repository: "https://example.com",
        downloads: 5,
      },
      versions: [{ num: "1.0.1", license: "MIT", rust_version: "1.60", features: { derive: [] } }, { num: "1.0.0" }],
    }),
    shown:
      "# serde\n\nA crate\n\n- Version: 1.0.1\n- Updated: 2026-11-01\n- License: MIT\n- Rust version: 1.60\n- Documentation: https://docs.rs/serde\n- Repository: https://example.com\n- Downloads: 5\n- Features: derive\n- Recent versions: 1.0.1, 1.0.0",
  },
  {
    site: "docs.rs",
    address: "https://docs.rs/serde/latest/serde/trait.Serialize.html",
    request: "https://docs.rs/serde/latest/serde/trait.Serialize.html",
    body: `<html><head><title>Serialize</title></head><body><nav class="sidebar">Side</nav><main><section id="main-content" class="content">
      <div class="main-heading"><h1>Trait <span>Serialize</span></h1><rustdoc-toolbar>Copy</rustdoc-toolbar><span class="sub-heading"><span class="since">1.0.0</span> · <a class="src" href="../src">Source</a></span></div>
      <pre class="rust item-decl"><code>pub trait Serialize { }</code></pre><details class="toggle top-doc" open><summary class="hideme"><span>Expand description</span></summary><div class="docblock"><p>A <b>data structure</b>.</p></div></details></section></main></body></html>`,
    shown: "# Trait Serialize\n\n1.0.0\n\n```\npub trait Serialize { }\n```\n\nA **data structure**.",
  },
  {
    site: "docs.rs",
    address: "https://doc.rust-lang.org/std/vec/struct.Vec.html",
    request: "https://doc.rust-lang.org/std/vec/struct.Vec.html",
    body: '<html><body><main><section id="main-content"><h1>Struct Vec</h1><p>A growable array.</p></section></main></body></html>',
    shown: "# Struct Vec\n\nA growable array.",
  },
  {
    site: "stack-overflow",
    address: "https://stackoverflow.com/questions/1/how",
    request: "https://stackoverflow.com/questions/1/how",
    body: `<html><body><div id="question-header"><h1><a href="/questions/1">How?</a></h1></div>
      <div id="question"><div class="js-vote-count" data-value="12"></div><div class="s-prose js-post-body"><p>How is it done?</p></div></div>
      <div id="answers"><div class="answer"><div class="js-vote-count" data-value="30"></div><div class="s-prose js-post-body"><p>Like this.</p></div></div>
      <div class="answer accepted-answer"><div class="js-vote-count" data-value="2"></div><div class="s-prose js-post-body"><pre><code>do()</code></pre></div></div></div></body></html>`,
    shown:
      "# How?\n\nVotes: 12\n\nHow is it done?\n\n## Accepted answer (2 votes)\n\n```\ndo()\n```\n\n## Answer (30 votes)\n\nLike this.",
  },
  {
    site: "stack-overflow",
    address: "https://unix.stackexchange.com/q/7",
    request: "https://unix.stackexchange.com/q/7",
    body: '<html><body><h1 itemprop="name">Why?</h1><div id="question"><div class="s-prose"><p>Why is it so?</p></div></div></body></html>',
    shown: "# Why?\n\nVotes: 0\n\nWhy is it so?",
  },
  {
    site: "arxiv",
    address: "https://arxiv.org/abs/2101.00001v2",
    request: "https://export.arxiv.org/api/query?id_list=2101.00001v2",
    body: `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>ArXiv Query</title><entry><title>On
      Things</title><summary>We show things.</summary><published>2021-01-01</published><updated>2021-01-02</updated>
      <author><name>A. One</name></author><author><name>B. Two</name></author>
      <link title="pdf" href="https://arxiv.org/pdf/2101.00001v2" rel="related" type="application/pdf"/></entry></feed>`,
    shown:
      "# On Things\n\n- Authors: A. One, B. Two\n- Published: 2021-01-01\n- Updated: 2021-01-02\n- PDF: https://arxiv.org/pdf/2101.00001v2\n\nWe show things.",
  },
  {
    site: "wikipedia",
    address: "https://en.m.wikipedia.org/wiki/Turn_(angle)",
    request: "https://en.wikipedia.org/api/rest_v1/page/html/Turn_(angle)",
    body: `<!DOCTYPE html><html><head><title>Turn (angle)</title></head><body><section><p>The <b>turn</b> is a unit.<sup class="mw-ref reference"><a href="#n1">[1]</a></sup></p></section><div class="navbox">Units</div></body></html>`,
    shown: "# Turn (angle)\n\nThe **turn** is a unit.",
  },
  {
    site: "hacker-news",
    address: "https://news.ycombinator.com/item?id=42",
    request: "https://hn.algolia.com/api/v1/items/42",
    body: JSON.stringify({
      id: 42,
      title: "Show HN",
      url: "https://example.com",
      points: 10,
      author: "me",
      created_at: "2026-11-01",
      children: [{ author: "a", text: "<p>Nice &amp; small", children: [{ author: "b", text: "Yes", children: [] }] }],
    }),
    shown:
      "# Show HN\n\n- Link: https://example.com\n- Points: 10\n- Author: me\n- Posted: 2026-11-01\n\n- **a**: Nice & small\n  - **b**: Yes",
  },
  {
    site: "mdn",
    address: "https://developer.mozilla.org/en-US/docs/Web/API/fetch",
    request: "https://developer.mozilla.org/en-US/docs/Web/API/fetch/index.json",
    body: JSON.stringify({
      doc: {
        title: "fetch()",
        modified: "2026-11-01",
        baseline: { baseline: "high" },
        body: [
          { type: "prose", value: { id: null, title: null, content: "<p>It <em>fetches</em>.</p>" } },
          { type: "prose", value: { id: "syntax", title: "Syntax", content: "<pre><code>fetch(url)</code></pre>" } },
        ],
      },
    }),
    shown:
      "# fetch()\n\n- Modified: 2026-11-01\n- Baseline: high\n\nIt _fetches_.\n\n## Syntax\n\n```\nfetch(url)\n```",
  },
];
