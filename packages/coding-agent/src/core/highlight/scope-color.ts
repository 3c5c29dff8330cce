import type { ThemeColor } from "../themes/index.ts";

const COLORS: Readonly<Record<string, ThemeColor>> = {
  comment: "syntaxComment",
  quote: "syntaxComment",
  doctag: "syntaxComment",
  meta: "syntaxComment",
  keyword: "syntaxKeyword",
  "selector-tag": "syntaxKeyword",
  "template-tag": "syntaxKeyword",
  section: "syntaxKeyword",
  title: "syntaxFunction",
  name: "syntaxFunction",
  "title.class": "syntaxType",
  attr: "syntaxVariable",
  attribute: "syntaxVariable",
  property: "syntaxVariable",
  variable: "syntaxVariable",
  "template-variable": "syntaxVariable",
  params: "syntaxVariable",
  "selector-attr": "syntaxVariable",
  string: "syntaxString",
  regexp: "syntaxString",
  char: "syntaxString",
  code: "syntaxString",
  link: "syntaxString",
  addition: "toolDiffAdded",
  deletion: "toolDiffRemoved",
  number: "syntaxNumber",
  literal: "syntaxNumber",
  symbol: "syntaxNumber",
  bullet: "syntaxNumber",
  type: "syntaxType",
  class: "syntaxType",
  built_in: "syntaxType",
  "selector-class": "syntaxType",
  "selector-id": "syntaxType",
  operator: "syntaxOperator",
  punctuation: "syntaxPunctuation",
  tag: "syntaxPunctuation",
};

/** Returns the colour of a scope, or else that of the wider scope. */
export function scopeColor(scope: string): ThemeColor | undefined {
  const dot = scope.lastIndexOf(".");
  return COLORS[scope] ?? (dot > 0 ? scopeColor(scope.slice(0, dot)) : undefined);
}
