import { expect, test } from "vitest";
import { outline } from "../../../src/core/syntax/outline.ts";

const SOURCES: Readonly<Record<string, readonly [source: string, outline: string]>> = {
  "a.ts": [
    "export const A = 1;\nexport async function foo(\n  a: string,\n): Promise<void> {\n  return;\n}\nexport class X extends Y {\n  x = 1;\n  m() {}\n}\ninterface I {\n  m(): void;\n}\nnamespace N {\n  type T = 1;\n}\n",
    "A 1, foo 2-6, X 7-10, .x 8, .m 9, I 11-13, .m 12, N 14-16, .T 15",
  ],
  "a.tsx": ["export function C() {\n  return <a />;\n}\nconst D = () => <b />;\n", "C 1-3, D 4"],
  "a.js": ["function f() {}\nclass A {\n  m() {}\n}\n", "f 1, A 2-4, .m 3"],
  "a.py": ["@d\ndef f(a):\n    pass\nclass A(B):\n    def m(self):\n        pass\n", "f 2-3, A 4-6, .m 5-6"],
  "a.go": ["package a\nfunc F() {}\nfunc (s *S) M() int {\n\treturn 1\n}\ntype S struct{}\n", "F 2, M 3-5, S 6"],
  "a.rs": ["pub fn f() {}\nimpl S {\n  fn m(&self) {}\n}\ntrait T {\n  fn x();\n}\n", "f 1, S 2-4, .m 3, T 5-7, .x 6"],
  "a.java": ["public class A {\n  int x;\n  void m() {}\n  enum E { P }\n}\n", "A 1-5, .x 2, .m 3, .E 4, ..P 4"],
  "a.cpp": [
    "namespace n {\nclass A {\n  void m();\n};\n}\ntemplate <class T>\nT g(T t) { return t; }\n",
    "n 1-5, .A 2-4, ..m 3, g 7",
  ],
  "a.c": ["static int f(void) {\n  return 1;\n}\nstruct s { int a; };\n", "f 1-3, s 4, .a 4"],
  "a.cs": [
    "namespace N {\n  class A {\n    int X { get; set; }\n    void M() {}\n  }\n}\n",
    "N 1-6, .A 2-5, ..X 3, ..M 4",
  ],
  "a.php": ["<?php\nfunction f() {}\nclass A {\n  public function m() {}\n}\n", "f 2, A 3-5, .m 4"],
  "a.rb": ["class A\n  def m\n  end\n  def self.s\n  end\nend\n", "A 1-6, .m 2-3, .s 4-5"],
  "a.sh": ["f() {\n  echo\n}\nfunction g { echo; }\n", "f 1-3, g 4"],
  "a.ps1": ["function Get-X {\n  param()\n}\n", "Get-X 1-3"],
  "a.css": [".a {\n  x: y\n}\n@media print {\n  .b { x: y }\n}\n", "? 1-3, ? 4-6, .? 5"],
};

test.each(Object.entries(SOURCES))(
  "R201: the definitions of %s have their names, lines and members",
  async (path, [source, expected]) => {
    const items = (await outline(path, source)) ?? [];
    const shown = items.map(({ name = "?", firstLine, lastLine, depth }) => {
      const lines = lastLine > firstLine ? `${firstLine}-${lastLine}` : firstLine;
      return `${".".repeat(depth)}${name} ${lines}`;
    });
    expect(shown.join(", ")).toBe(expected);
  },
);

test("a signature ends where the body begins; a file of another kind has no outline; broken code has what can be seen", async () => {
  const [foo] = (await outline("a.ts", "function foo(\n  a: string,\n) {\n}\n")) ?? [];
  const [f] = (await outline("a.py", "def f(\n    a,\n):\n    pass\n")) ?? [];
  expect([foo?.signatureEnd, f?.signatureEnd]).toEqual([3, 3]);
  expect(await outline("a.txt", "function f() {}")).toBeUndefined();
  expect(await outline("a.ts", "function f() {}\n)\nclass A {}\n")).toMatchObject([{ name: "f" }, { name: "A" }]);
});
