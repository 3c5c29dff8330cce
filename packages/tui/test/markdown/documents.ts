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
  "a\n\n\n\n\nb\n\n\n# c\n## d\n",
];
