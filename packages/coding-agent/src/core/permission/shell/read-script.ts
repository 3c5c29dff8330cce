import type { Node } from "@vscode/tree-sitter-wasm";
import { loadParser } from "../../syntax/grammar.ts";
import type { Redirect, ShellScript, SimpleCommand, Word } from "./shell-script.ts";
import { unwrapCommand } from "./unwrap-command.ts";
import { readWord } from "./words.ts";

/** Longer texts are not judged, so that padding cannot hide anything. */
const LONGEST = 10_000;
/** Maximum nesting of `sh -c` inside `sh -c`. */
const DEEPEST = 8;

/** Determines what a shell would do with a text. Resolves for every text: parts that cannot be parsed are listed as unclear. */
export async function readScript(text: string): Promise<ShellScript> {
  const reader = new ScriptReader(await loadParser("bash"));
  reader.read(text, { wrappers: [], assignments: [] });
  return reader.script;
}

interface Around {
  readonly wrappers: readonly string[];
  readonly assignments: readonly string[];
}

type Parser = Awaited<ReturnType<typeof loadParser>>;

/** Node types whose children are statements again. Words in them are searched for substitutions. */
const COMPOUND: ReadonlySet<string> = new Set([
  "program",
  "list",
  "pipeline",
  "negated_command",
  "subshell",
  "compound_statement",
  "if_statement",
  "elif_clause",
  "else_clause",
  "while_statement",
  "for_statement",
  "c_style_for_statement",
  "do_group",
  "case_statement",
  "case_item",
  "function_definition",
  "redirected_statement",
]);

class ScriptReader {
  private readonly parser: Parser;
  private readonly commands: SimpleCommand[] = [];
  private readonly redirects: Redirect[] = [];
  private readonly unclear = new Set<string>();
  private pipelines = 0;
  private depth = 0;

  constructor(parser: Parser) {
    this.parser = parser;
  }

  get script(): ShellScript {
    return { commands: this.commands, redirects: this.redirects, unclear: [...this.unclear] };
  }

  read(text: string, around: Around): void {
    if (text.length > LONGEST) return void this.unclear.add(`it is longer than ${LONGEST} characters`);
    if (/[\0\r]/.test(text)) return void this.unclear.add("it contains control characters");
    if (this.depth >= DEEPEST) return void this.unclear.add("shells are nested too deeply");
    const tree = this.parser.parse(text);
    if (!tree) return void this.unclear.add("it cannot be parsed");
    this.depth++;
    try {
      if (tree.rootNode.hasError) this.unclear.add("it is not valid bash");
      this.statement(tree.rootNode, around, this.pipelines++, false);
    } finally {
      this.depth--;
      tree.delete();
    }
  }

  private statement(node: Node, around: Around, pipeline: number, hasInput: boolean): void {
    const { type } = node;
    if (type === "command") this.command(node, around, pipeline, hasInput);
    else if (type === "pipeline") this.pipeline(node, around, hasInput);
    else if (COMPOUND.has(type)) {
      if (type === "for_statement") this.loopVariable(node);
      this.parts(node, around, hasInput);
    } else if (type === "variable_assignment" || type === "variable_assignments") this.assignment(node);
    else if (type === "declaration_command" || type === "unset_command") this.declaration(node, around);
    else if (type === "test_command") this.test(node);
    else if (type !== "comment") this.other(node);
  }

  private pipeline(node: Node, around: Around, hasInput: boolean): void {
    const number = this.pipelines++;
    let input = hasInput;
    for (const part of node.namedChildren) {
      if (!part) continue;
      this.statement(part, around, number, input);
      input = true;
    }
  }

  private parts(node: Node, around: Around, hasInput: boolean): void {
    // A redirection is a sibling of the statement that it feeds.
    const isFed = hasInput || node.namedChildren.some((part) => part !== null && FEEDS.has(part.type));
    for (const part of node.namedChildren) if (part) this.statement(part, around, this.pipelines++, isFed);
  }

  private command(node: Node, around: Around, pipeline: number, hasInput: boolean): void {
    const words: Word[] = [];
    const assignments = [...around.assignments];
    let isFed = hasInput;
    for (const part of node.namedChildren) {
      if (!part) continue;
      if (part.type === "variable_assignment") {
        assignments.push(part.childForFieldName("name")?.text ?? "?");
        this.substitutions(part);
      } else if (REDIRECTS.has(part.type)) {
        isFed ||= FEEDS.has(part.type);
        this.other(part);
      } else words.push(this.word(part.type === "command_name" ? (part.namedChildren[0] ?? part) : part));
    }
    this.add({ words, assignments, wrappers: around.wrappers, pipeline, hasInput: isFed });
  }

  /** Adds the command itself, or the command that its wrappers start. */
  private add(command: SimpleCommand): void {
    const { command: inner, scripts, unclear, onlyRunsScripts } = unwrapCommand(command);
    if (!onlyRunsScripts) this.commands.push(inner);
    for (const reason of unclear) this.unclear.add(reason);
    for (const { text, wrapper } of scripts)
      this.read(text, { wrappers: [...inner.wrappers, wrapper], assignments: inner.assignments });
  }

  private assignment(node: Node): void {
    this.substitutions(node);
    // The assigned value may be the name of a later command, or change how the shell finds commands.
    this.sets(node.childForFieldName("name")?.text ?? "");
  }

  /** Records the variable of a loop, unless its name is one that no program reads: short names in small letters. */
  private loopVariable(node: Node): void {
    const name = node.childForFieldName("variable")?.text ?? "";
    if (!/^[a-z][a-z0-9]*$/.test(name) || name === "histchars") this.sets(name);
  }

  private sets(name: string): void {
    this.commands.push({
      words: [{ text: "=", isLiteral: true }],
      assignments: [name],
      wrappers: [],
      pipeline: this.pipelines++,
      hasInput: false,
    });
  }

  private declaration(node: Node, around: Around): void {
    const words = node.text.split(/\s/, 1).map((text) => ({ text, isLiteral: true }));
    const rest = node.namedChildren.flatMap((part) => (part ? [this.word(part)] : []));
    const assignments = node.namedChildren.flatMap((part) =>
      part?.type === "variable_assignment" ? [part.childForFieldName("name")?.text ?? "?"] : [],
    );
    this.add({
      words: [...words, ...rest],
      assignments: [...around.assignments, ...assignments],
      wrappers: around.wrappers,
      pipeline: this.pipelines++,
      hasInput: false,
    });
  }

  /** Checks a test, which evaluates subscripts even in quotes: `[[ 'x[$(id)]' -eq 0 ]]` runs `id`. */
  private test(node: Node): void {
    const inside = node.text.replace(/^\[\[?|\]?\]$/g, "");
    if (inside.includes("[") && /[$`]/.test(inside)) this.unclear.add("a test may evaluate a subscript");
    // A variable may hold such a subscript, and a comparison of numbers evaluates its operands.
    if (/\s-(?:eq|ne|lt|le|gt|ge)\s/.test(inside) && /[A-Za-z$`]/.test(inside.replace(/\s-[a-z]{1,2}(?=\s)/g, "")))
      this.unclear.add("a test computes with a variable");
    if (/(?:^|\s)-[vR]\s+\W/.test(inside)) this.unclear.add("a test looks up a variable whose name is computed");
    this.substitutions(node);
  }

  /** Handles a part that is not a statement: a word, a redirection or an expansion. */
  private other(node: Node): void {
    if (node.type === "file_redirect") this.fileRedirect(node);
    else if (FEEDS.has(node.type)) this.fed(node);
    else {
      if (!KNOWN.has(node.type)) this.unclear.add(`it contains ${describe(node)}`);
      this.substitutions(node);
    }
  }

  private fed(node: Node): void {
    if (hidesExpansion(node)) this.unclear.add("a here-document contains an expansion");
    for (const part of node.namedChildren) {
      if (!part) continue;
      if (part.type === "file_redirect") this.fileRedirect(part);
      else if (COMPOUND.has(part.type) || part.type === "command")
        this.statement(part, { wrappers: [], assignments: [] }, this.pipelines++, true);
      else this.substitutions(part);
    }
  }

  private fileRedirect(node: Node): void {
    const target = node.childForFieldName("destination");
    this.substitutions(node);
    if (!target) return;
    const operator = node.children.find((part) => part !== null && !part.isNamed)?.text ?? ">";
    const word = readWord(target);
    // `2>&1` and `>&-` name a descriptor, not a file.
    if (/&$/.test(operator) && /^(?:\d+-?|-)$/.test(word.text)) return;
    this.redirects.push({ kind: operator.startsWith("<") && operator !== "<>" ? "read" : "write", target: word });
  }

  private word(node: Node): Word {
    this.substitutions(node);
    return readWord(node);
  }

  /** Collects the commands inside a word, which run too: `$(…)`, backticks, `<(…)`, and those in subscripts and arithmetic. */
  private substitutions(node: Node): void {
    if (node.type === "command_substitution" || node.type === "process_substitution") {
      for (const part of node.namedChildren)
        if (part) this.statement(part, { wrappers: [], assignments: [] }, this.pipelines++, false);
      return;
    }
    // A variable may hold a subscript with a command in it, which arithmetic runs.
    if (EVALUATED.has(node.type) && /[$`A-Za-z_]/.test(node.text.slice(2)))
      this.unclear.add("an arithmetic expression contains a variable");
    if (node.type === "expansion") this.expansion(node.text);
    else if (node.type === "simple_expansion") this.variable(node.text.slice(1));
    if (node.type === "ERROR") this.unclear.add("it is not valid bash");
    for (const part of node.namedChildren) if (part) this.substitutions(part);
  }

  /** Checks `${…}`: some forms run the value, follow a name in it, compute with it or assign it. */
  private expansion(text: string): void {
    const [, indirect, name = "", operation = ""] = /^\$\{(!?)#?(\w*)(.*)\}$/s.exec(text) ?? [];
    this.variable(name);
    if (/@[PEAKak]\s*$/.test(operation)) this.unclear.add("an expansion runs its value");
    if (indirect && !/^[*@]$/.test(operation)) this.unclear.add("an expansion follows a name that is computed");
    if (/^:?=/.test(operation)) this.unclear.add("an expansion sets a variable");
    if (/^:[^-+?=]/.test(operation) && /[A-Za-z_$`]/.test(operation))
      this.unclear.add("an expansion computes with a variable");
    if (/^\[[^\]]*[A-Za-z_$`]/.test(operation)) this.unclear.add("a subscript contains a variable");
  }

  private variable(name: string): void {
    if (KEYS.test(name)) this.unclear.add(`it shows the variable ${name}, which may hold a key`);
  }
}

/** Names of variables that hold keys. */
const KEYS = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH/i;

const REDIRECTS: ReadonlySet<string> = new Set(["file_redirect", "heredoc_redirect", "herestring_redirect"]);
const FEEDS: ReadonlySet<string> = new Set(["heredoc_redirect", "herestring_redirect"]);
const EVALUATED: ReadonlySet<string> = new Set(["arithmetic_expansion", "subscript"]);

/** Parts of compound statements that are words or expressions. */
const KNOWN: ReadonlySet<string> = new Set([
  "word",
  "number",
  "string",
  "raw_string",
  "ansi_c_string",
  "translated_string",
  "concatenation",
  "extglob_pattern",
  "regex",
  "variable_name",
  "simple_expansion",
  "expansion",
  "command_substitution",
  "process_substitution",
  "arithmetic_expansion",
  "binary_expression",
  "unary_expression",
  "postfix_expression",
  "ternary_expression",
  "parenthesized_expression",
  "brace_expression",
  "file_descriptor",
  "subscript",
  "array",
]);

/** Returns whether a here-document with an unquoted delimiter contains substitutions that the grammar misses. */
function hidesExpansion(node: Node): boolean {
  const [start, body] = ["heredoc_start", "heredoc_body"].map((type) =>
    node.namedChildren.find((part) => part?.type === type),
  );
  if (!start || !body || /["'\\]/.test(start.text)) return false;
  const written = body.text.match(/\$\(|\$\[/g)?.length ?? 0;
  return body.text.includes("`") || written !== body.descendantsOfType(["command_substitution"]).length;
}

function describe(node: Node): string {
  return `“${node.text.length > 40 ? `${node.text.slice(0, 40)}…` : node.text}”`;
}
