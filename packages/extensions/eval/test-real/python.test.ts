import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { requireProgram } from "@tau/testkit";
import { expect, test } from "vitest";
import { evalSession } from "../test/eval-session.ts";

type Skip = Parameters<typeof requireProgram>[1];

async function python(context: Skip, options: Parameters<typeof evalSession>[0] = {}) {
  await requireProgram("python3", context);
  return await evalSession({ settings: {}, ...options });
}

const py = (code: string) => `*** Cell py\n${code}`;

test("R251, R259: state, last expression, output in order, errors with their lines", async (context) => {
  await using session = await python(context);
  const [first, second, failed, semicolon, js] = await session.run(
    py("import os\nx = 20\nprint('a'); os.system('echo b'); os.write(2, b'c\\n'); print('d', end='')\nx + 1"),
    py("x += 1; x"),
    py("def f(n):\n  return 1 / n\ntry:\n  f(0)\nexcept Exception as e:\n  raise ValueError('bad') from e"),
    py("x;"),
    "*** Cell js\ntypeof x",
  );
  expect(first?.text).toBe("a\nb\nc\nd\n21");
  expect(second?.text).toBe("21");
  expect(failed?.text).toContain('File "<cell 3>", line 2, in f\n    return 1 / n');
  expect(failed?.text).toContain("ValueError: bad");
  expect(failed?.text).not.toContain("kernel.py");
  expect(semicolon?.text).toBe("(no output)");
  expect(js?.text).toBe("'undefined'");
});

test("R255: a loop, a sleep, a program and C code are interrupted; the kernel keeps its variables", async (context) => {
  await using session = await python(context);
  await session.run(py("kept = 7"));
  for (const code of [
    "while True: pass",
    "import time; time.sleep(1000)",
    "import os; os.system('sleep 1000')",
    "import re; re.match(r'(a+)+b', 'a' * 40)",
    "import asyncio; await asyncio.sleep(1000)",
  ]) {
    const [stopped, after] = await session.run(`*** Cell py t:1s\n${code}`, py("kept"));
    expect(stopped?.text, code).toContain("Command timed out after 1 seconds. The Python kernel was interrupted");
    expect(after?.text, code).toBe("7");
  }
});

test("R255: code that ignores interrupts ends with its kernel, and the next call works", async (context) => {
  await using session = await python(context);
  const [, stopped, after] = await session.run(
    py("kept = 7"),
    "*** Cell py t:1s\nimport signal, time\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: time.sleep(0.1)",
    py("'kept' in globals()"),
  );
  expect(stopped?.text).toContain("The Python kernel has ended: the cell reached its time limit and did not react");
  expect(after?.text).toContain("What earlier cells defined is lost.]\nFalse");
});

test("R259: representations, figures and tables", async (context) => {
  await using session = await python(context);
  const png = "bytes.fromhex('89504e470d0a1a0a')";
  const [image, markdown, html, json, broken, table] = await session.run(
    py(`class P:\n  def _repr_png_(self): return ${png}\nP()`),
    py("class M:\n  def _repr_markdown_(self): return '**m**'\n  def __repr__(self): return 'plain'\nM()"),
    py("class H:\n  def _repr_html_(self): return '<b>h</b>'\n  def __repr__(self): return 'plain'\nH()"),
    py("display({'a': [1]}); display('text'); display(3)"),
    py("class B:\n  def _repr_html_(self): raise RuntimeError('x')\n  def __repr__(self): return 'still'\nB()"),
    py("class T:\n  def _repr_html_(self): return '<table><tr><td>a</td><td>b</td></tr></table>'\nT()"),
  );
  expect(image?.images).toEqual([{ type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" }]);
  expect(markdown?.text).toBe("**m**");
  expect(html?.text).toBe("plain");
  expect(json?.text).toBe("{'a': [1]}\ntext\n3");
  expect(json?.details.jsonOutputs).toEqual([{ a: [1] }]);
  expect(broken?.text).toBe("still");
  // The name of the type and an address would say less.
  expect(table?.text).toBe("a | b");
});

test("R259: a figure of matplotlib becomes one image", async (context) => {
  await using session = await python(context, { settings: { eval: { python: "/usr/bin/python3" } } });
  const [probe] = await session.run(py("import importlib.util; importlib.util.find_spec('matplotlib') is not None"));
  if (probe?.text !== "True") context.skip("matplotlib is not installed; apt-get install python3-matplotlib brings it");
  const [plot, again] = await session.run(
    "*** Cell py t:120\nimport matplotlib.pyplot as plt\nplt.plot([1, 2, 3]); plt.title('t')\nplt.show()",
    py("1"),
  );
  expect(plot?.images).toHaveLength(1);
  expect(plot?.images[0]?.data.startsWith("iVBORw0KGgo")).toBe(true);
  expect(again?.images).toEqual([]);
});

test("R260: magics", async (context) => {
  await using session = await python(context, { files: { "s.py": "made = 5\nprint('ran')\n", "sub/a.txt": "A" } });
  const results = await session.run(
    py("%cd sub\n%pwd"),
    py("%ls"),
    py("%cd -q".replace(" -q", " ..")),
    py("names = !echo a; echo b c\nprint(names, names.n, names.s)\n!echo direct; exit 3"),
    py("%env TAU_PY_TEST=1\n%set_env OTHER two words\nimport os\nos.environ['TAU_PY_TEST'], os.environ['OTHER']"),
    py("%run s.py\nmade"),
    py("%load s.py"),
    py("%time 1 + 1"),
    py("%timeit 1"),
    py("%%timeit\nsum(range(10))"),
    py("%who"),
    py("%whos"),
    py("%%bash\nfor i in 1 2; do echo $i; done"),
    py("%%sh\nexit 4"),
    py("%%capture kept\nprint('hidden')"),
    py("kept"),
    py("%%writefile w.txt\nline\n"),
    py("s = '''\n%pwd\n!ls\n'''\nlen(s)"),
    py("here = %pwd\nhere.endswith('/')"),
    py("%reset\n'made' in globals(), callable(display)"),
    py("%nope"),
    py("%%nope\n1"),
    py("%pip --version"),
  );
  const texts = results.map(({ text }) => text);
  expect(texts[0]).toMatch(/\/sub'$/);
  expect(results[0]?.details.statusEvents).toMatchObject([{ op: "cd" }]);
  expect(texts[1]).toBe("['a.txt']");
  expect(texts[3]).toBe("['a', 'b c'] a\nb c a b c\ndirect\n(exit code 3)");
  expect(texts[4]).toBe("('1', 'two words')");
  expect(texts[5]).toBe("ran\n5");
  expect(texts[6]).toContain("made = 5");
  expect(texts[7]).toMatch(/^Wall time: .*\n2$/);
  expect(texts[8]).toMatch(/per loop \(best of 3 runs/);
  expect(texts[9]).toMatch(/per loop \(best of 3 runs/);
  expect(texts[10]).toContain("made");
  expect(texts[11]).toMatch(/made\s+int\s+5/);
  expect(texts[12]).toBe("1\n2");
  expect(texts[13]).toContain("sh has failed with exit code 4");
  expect(texts.slice(14, 16)).toEqual(["(no output)", "'hidden\\n'"]);
  expect(readFileSync(`${session.harness.workspace.cwd}/w.txt`, "utf8")).toBe("line\n");
  expect(texts.slice(17, 20)).toEqual(["10", "False", "(False, True)"]);
  expect(texts[20]).toContain("NameError: UsageError: there is no magic %nope.");
  expect(texts[21]).toContain("NameError: UsageError: there is no magic %%nope.");
  expect(texts[22]).toContain("pip ");
});

test("R257, R258: tools and helpers; a refused or failing tool raises", async (context) => {
  await using session = await python(context, { files: { "a.txt": "b\na\nb\n" } });
  const [tools, failed, helpers, url, threads] = await session.run(
    py("len(tool.read(path='a.txt')) > 0, len(tool.read({'path': 'a.txt'})) > 0"),
    py("tool.read(path='none')"),
    py(
      "write('n/x.txt', 'b\\n'); append('n/x.txt', 'c\\n')\n(sort(read('a.txt')), uniq(read('a.txt')), counter(read('a.txt')), read('a.txt', 2, 1), tree('n'), '+c' in diff('a.txt', 'n/x.txt'), env('HOME') is not None)",
    ),
    py("read('http://x')"),
    py(
      "from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(4) as pool:\n  made = list(pool.map(lambda _: len(tool.read(path='a.txt')), range(8)))\nlen(set(made))",
    ),
  );
  expect(tools?.text).toBe("(True, True)");
  expect(failed?.text).toContain("ToolError");
  expect(helpers?.text).toBe("('a\\nb\\nb', 'b\\na', [('b', 2), ('a', 1)], 'a\\n', 'x.txt', True, True)");
  expect(url?.text).toContain("http://x is a URL");
  expect(threads).toMatchObject({ text: "1", details: { count: 8, failed: 0 } });
});

test("R265 and bad input: stdin, forks, os._exit, a kill, binary output, closed descriptors", async (context) => {
  await using session = await python(context);
  const [input, stdin, fork, binary, closed, exits, after, killed, sysExit] = await session.run(
    py("input('?')"),
    py("import sys, subprocess\nprint(subprocess.run('cat', capture_output=True).stdout)\nsys.stdin.read()"),
    py("import os\npid = os.fork()\nprint('child' if pid == 0 else 'parent')\nif pid: os.waitpid(pid, 0)\n'end'"),
    py("import sys\nsys.stdout.buffer.write(bytes(range(256)))\nprint('\\ud800')"),
    py("import os\nos.close(2)\n5"),
    py("import os\nprint('bye')\nos._exit(3)"),
    py("6"),
    py("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)"),
    py("import sys\nsys.exit(4)"),
  );
  expect(input?.text).toContain("EOFError: Kernel requested stdin; interactive input is not supported.");
  expect(stdin?.text).toContain("b''");
  expect(stdin?.text).toContain("Kernel requested stdin");
  expect(fork?.text).toMatch(/^(?:child\nparent|parent\nchild)\n'end'$/);
  expect(binary?.isError).toBe(false);
  expect(closed?.text).toBe("5");
  expect(exits?.text).toContain("bye\nThe Python kernel has ended: it exited with code 3.");
  expect(after?.text).toMatch(/lost\.\]\n6$/);
  expect(killed?.text).toContain("The Python kernel has ended: it was ended by signal 9.");
  expect(sysExit?.text).toContain("SystemExit: 4");
});

test("R267: 100 MB, in one line and in many", async (context) => {
  await using session = await python(context);
  const [flood, line, value] = await session.run(
    "*** Cell py t:300\nfor i in range(100_000): print('x' * 999)\n'end'",
    "*** Cell py t:300\nprint('y' * 100_000_000)",
    "*** Cell py t:300\n'z' * 5_000_000",
  );
  for (const result of [flood, line, value]) {
    expect(result?.isError).toBe(false);
    expect(result?.text.length).toBeLessThan(60_000);
    expect(existsSync(result?.details.fullOutputPath ?? "")).toBe(true);
  }
  expect(flood?.text).toContain("'end'");
});

test("cells of both languages cannot write outside the workspace, see no keys and reach no network", async (context) => {
  await requireProgram("bwrap", context);
  process.env.TAU_EVAL_TEST_API_KEY = "secret";
  await using session = await python(context);
  const { workspace } = session.harness;
  const outside = `${workspace.tauHome}/outside.txt`;
  const open = `import socket\nsocket.create_connection(("127.0.0.1", ${new URL(session.harness.server.url).port}), 2)`;
  const [probe, write, network, inside, js, jsShell, env] = await session.run(
    py("import os\nos.environ.get('TAU_SANDBOX')"),
    py(`open(${JSON.stringify(outside)}, 'w').write('x')`),
    py(open),
    py("write('inside.txt', 'ok')"),
    `*** Cell js\nfs.writeFileSync(${JSON.stringify(outside)}, "x")`,
    `*** Cell js\nrequire("child_process").execSync("echo x > ${outside}")`,
    "*** Cell js\nObject.keys(process.env).filter((name) => /KEY/.test(name)).length",
  );
  delete process.env.TAU_EVAL_TEST_API_KEY;
  if (probe?.text !== "'1'") context.skip("there is no working sandbox here");
  expect(write?.isError).toBe(true);
  expect(network?.isError).toBe(true);
  expect(js?.isError).toBe(true);
  expect(jsShell?.isError).toBe(true);
  expect(existsSync(outside)).toBe(false);
  expect(inside?.isError).toBe(false);
  expect(readFileSync(`${workspace.cwd}/inside.txt`, "utf8")).toBe("ok");
  expect(env?.text).toBe("0");
});

test("a notebook of Python runs and keeps its outputs", async (context) => {
  const cells = [{ cell_type: "code", metadata: {}, source: ["v = 3\n", "v * 2"], outputs: [], execution_count: null }];
  const file = JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 4 });
  await using session = await python(context, { files: { "n.ipynb": file } });
  expect(await session.call("notebook", { path: "n.ipynb", action: "run" })).toBe("[cell:1]\n6");
  const path = `${session.harness.workspace.cwd}/n.ipynb`;
  expect(JSON.parse(readFileSync(path, "utf8")).cells[0].outputs).toMatchObject([{ data: { "text/plain": "6" } }]);
  writeFileSync(path, file);
});
