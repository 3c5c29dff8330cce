/** Sources with every construct whose meaning may depend on what follows. */
export const documents: readonly string[] = [
  "# Title\n\nA paragraph with **bold**, *italic*, `code` and ~~strike~~ of ~5 files.\n\n## Section\n\ntext\n",
  "Intro:\n- one\n- two\n  - nested\n  - more\n\n    loose nested\n- three\n\nafter the list\n",
  "1. a\n\n2. b\n3. c\n\n10) other list\n",
  "```ts\nconst a = 1;\n\nconst b = 2;\n```\n\nafter\n\n~~~\ntildes\n~~~\n",
  "before\n\n```\nnever closed\n\n- not a list\n",
  "| a | b |\n|---|:-:|\n| 1 | 2 |\n| long cell text | x |\n\ntext\n",
  "> quote\n> more\nlazy\n\n> > nested\n\n---\n\nend\n",
  "Setext\n======\n\nother\n-----\n\npara\n***\n",
  "- [ ] open\n- [x] done\n\n[link](https://example.org) and <https://auto.org> and https://bare.org\n",
  "See [ref] and [other][ref].\n\nmore\n\n[ref]: https://ref.org\n\nand [ref] again\n",
  "<div>\nhtml block\n</div>\n\n    indented code\n\n\n\ntext with  \nhard break\n",
  "日本語の段落。**太字**です。\n\n- 項目\n- 絵文字 👨‍👩‍👧\n",
  "1. a\n1. b\n1. c\n\n1. d\n1. e\n   more\n\n   loose\n1. f\n1. g\n1. h\n\n1. i\n1. j\n\npara\n\n- x\n- y\n",
  "- a\n- b\n- c\n- d\n- e\n  - n1\n  - n2\n- f\n- g\n* other\n* list\n* of\n* many\n* items\n* here\n\n\nend",
  "  ```js\n  indented\n    fence\n  ```\n````md\n```\ninner\n```\n````\ntail ```not a fence``` text\n```\n``\n```x\n",
  "a\n\n\n\n\nb\n\n\n# c\n## d\n",
];
