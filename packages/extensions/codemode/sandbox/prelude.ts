/**
 * The code that runs inside the sandbox before the script. It is an expression that makes the globals and returns the functions for the
 * worker. The script may change any prototype: that harms the script alone, because only strings leave the sandbox.
 */
export const PRELUDE = String.raw`(function (post, toolsText, storedText) {
  "use strict";
  const { parse, stringify } = JSON;
  const { defineProperty, freeze, create, prototype: { hasOwnProperty } } = Object;
  const has = (object, key) => hasOwnProperty.call(object, key);
  const waiting = create(null);
  let count = 0;
  let isOver = false;

  const json = (value, what) => {
    let text;
    try {
      text = stringify(value);
    } catch (error) {
      throw new TypeError(what + " cannot be written as JSON: " + (error && error.message));
    }
    if (text === undefined) throw new TypeError(what + " cannot be written as JSON: it is " + typeof value);
    return text;
  };
  const textOf = (value, what) => (typeof value === "string" ? value : json(value, what));

  const request = (kind, target, text) => {
    const at = new Error();
    return new Promise((resolve, reject) => {
      const id = ++count;
      waiting[id] = { resolve, reject, at: at.stack };
      post(kind, String(id), target, text);
    });
  };

  const tools = create(null);
  const list = parse(toolsText);
  for (const { id, name } of list) {
    const call = async (...given) => {
      const [args = {}] = given;
      if (given.length > 1 || typeof args !== "object" || args === null || Array.isArray(args))
        throw new TypeError("tools." + id + " takes one object with the arguments");
      return parse(await request("call", name, json(args, "The argument of tools." + id)));
    };
    defineProperty(tools, id, { value: freeze(call), enumerable: true });
  }
  const named = new Proxy(freeze(tools), {
    get(target, key) {
      if (has(target, key)) return target[key];
      // A promise asks for "then" and printing asks for symbols; neither means a tool.
      if (typeof key === "symbol" || key === "then" || key === "toJSON") return undefined;
      return () => Promise.reject(new TypeError("There is no tool " + key + ". Find tools with searchTools(query)."));
    },
  });

  const stored = parse(storedText);
  const print = (...values) => {
    const line = values.map((value) => {
      if (typeof value === "string") return value;
      if (value instanceof Error) return value.name + ": " + value.message;
      try {
        return stringify(value) ?? String(value);
      } catch {
        return String(value);
      }
    });
    post("console", line.join(" "));
  };
  const ended = freeze({ ended: true });
  const globals = {
    tools: named,
    ALL_TOOLS: freeze(list.map(({ id, description }) => freeze({ name: id, description }))),
    text: (value) => void (value === undefined || post("text", textOf(value, "The text"))),
    image: (value) => void post("image", json(value, "The image")),
    console: freeze({ log: print, info: print, warn: print, error: print, debug: print }),
    searchTools: async (query, options) => parse(await request("ask", "search", json({ ...options, query }, "The query"))),
    describeTool: async (name) => parse(await request("ask", "tool", json({ name }, "The name"))) ?? undefined,
    describeNamespace: async (name) => parse(await request("ask", "namespace", json({ name }, "The name"))) ?? undefined,
    store(key, value) {
      if (typeof key !== "string") throw new TypeError("The key of store must be a string");
      if (value === undefined) {
        delete stored[key];
        post("store", key);
      } else {
        const text = json(value, "The value of store");
        post("store", key, text);
        defineProperty(stored, key, { value: parse(text), enumerable: true, configurable: true, writable: true });
      }
    },
    load: (key) => (has(stored, key) ? parse(stringify(stored[key])) : undefined),
    exit() {
      isOver = true;
      post("done");
      throw ended;
    },
  };
  for (const key of Object.keys(globals)) defineProperty(globalThis, key, { value: globals[key] });

  const describeError = (error) => {
    if (!(error instanceof Error)) return "thrown: " + (typeof error === "object" ? (stringify(error) ?? "object") : String(error));
    const line = /script\.js:(\d+)/.exec(String(error.stack ?? ""));
    return String(error.name) + ": " + String(error.message) + (line ? " (line " + line[1] + ")" : "");
  };
  return {
    settle(id, ok, text) {
      const promise = waiting[id];
      delete waiting[id];
      if (ok === "yes") return promise.resolve(text);
      const error = new Error(text);
      defineProperty(error, "stack", { value: promise.at, configurable: true, writable: true });
      promise.reject(error);
    },
    run(script) {
      const fail = (error) => {
        if (isOver) return;
        isOver = true;
        let text;
        try {
          text = describeError(error);
        } catch {
          text = "The script failed with an error that cannot be described";
        }
        post("failed", text);
      };
      script().then((value) => {
        if (isOver) return;
        globals.text(value);
        isOver = true;
        post("done");
      }).then(undefined, fail);
    },
  };
})`;
