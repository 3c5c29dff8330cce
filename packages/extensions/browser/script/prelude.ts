/**
 * The code before a script of the model. It makes `tab`, `page` and `browser` out of calls that leave the sandbox as JSON. It stands on the
 * script's first line, so that the lines in errors are those of the script.
 */
export function scriptSource(
  code: string,
  tab: { readonly name: string; readonly functions: readonly string[] },
): string {
  const made = PRELUDE.split("\n")
    .map((line) => line.trim())
    .join(" ");
  return `${made}(${JSON.stringify(tab)});${code}`;
}

const PRELUDE = `(({ name, functions }) => {
  const remote = (method, args) => tools.tab({ method, args: args.map(encode) }).then(decode);
  const encode = (value) => {
    if (typeof value === "function") return { $function: String(value) };
    if (value instanceof RegExp) return { $pattern: { source: value.source, flags: value.flags } };
    if (value && typeof value === "object" && typeof value.$element === "number") return { $element: value.$element };
    if (value && typeof value === "object" && typeof value.$selector === "string") return value.$selector;
    if (Array.isArray(value)) return value.map(encode);
    if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, encode(each)]));
    return value === undefined ? null : value;
  };
  const decode = (value) => value && typeof value === "object" && typeof value.$element === "number" ? element(value.$element, value) : value;
  const ON_ELEMENT = ["click", "dblclick", "hover", "focus", "fill", "type", "press", "check", "select", "scrollIntoView", "uploadFile", "text", "attribute", "value", "box", "isVisible"];
  const ALIASES = { innerText: "text", textContent: "text", getAttribute: "attribute", inputValue: "value", boundingBox: "box", selectOption: "select", setInputFiles: "uploadFile", scrollIntoViewIfNeeded: "scrollIntoView" };
  const methodsOf = (target) => {
    const made = {};
    for (const method of ON_ELEMENT) made[method] = (...args) => remote(method, [target, ...args]);
    for (const alias of Object.keys(ALIASES)) made[alias] = made[ALIASES[alias]];
    made.evaluate = (...args) => remote("evaluateOn", [target, ...args]);
    made.screenshot = (options) => remote("screenshot", [{ ...options, selector: target }]);
    return made;
  };
  const element = (id, reference) => Object.assign(reference, methodsOf({ $element: id }));
  const withMethods = (promise, target) => Object.assign(promise, methodsOf(target));
  const locator = (selector) => {
    const made = { $selector: selector, ...methodsOf(selector) };
    made.count = () => remote("count", [selector]);
    made.waitFor = (options) => remote("waitFor", [selector, options]);
    made.first = () => made;
    made.locator = (inner) => locator(selector + " >> " + inner);
    return made;
  };
  const tab = { name };
  for (const method of functions) tab[method] = (...args) => remote(method, args);
  tab.id = (id) => withMethods(remote("id", [id]), { $element: id });
  tab.waitFor = (selector, options) => withMethods(remote("waitFor", [selector, options]).then(() => locator(selector)), selector);
  tab.extract = (format, selector) => remote("extract", format === undefined ? [] : selector === undefined ? [format] : [format, selector]);
  const page = { ...tab, locator };
  page.goBack = tab.back; page.goForward = tab.forward; page.waitForSelector = tab.waitFor; page.waitForURL = tab.waitForUrl;
  page.waitForTimeout = tab.wait; page.waitForLoadState = () => remote("waitForLoad", []); page.setViewportSize = tab.setViewport;
  page.selectOption = tab.select; page.setInputFiles = tab.uploadFile; page.innerText = tab.text; page.textContent = tab.text;
  page.getAttribute = tab.attribute; page.inputValue = tab.value; page.uncheck = (target) => tab.check(target, false);
  page.$ = (selector) => remote("count", [selector]).then((count) => (count > 0 ? locator(selector) : null));
  page.getByText = (text) => locator("text=" + text);
  page.getByRole = (role, options) => locator("role=" + role + (options && options.name ? "[name=" + JSON.stringify(String(options.name)) + "]" : ""));
  page.getByLabel = (text) => locator("internal:label=" + JSON.stringify(text) + "i");
  page.getByPlaceholder = (text) => locator("[placeholder=" + JSON.stringify(text) + "]");
  page.keyboard = { press: (key) => remote("press", [key]), type: (text) => remote("keyboardType", [text]) };
  page.mouse = { move: (x, y) => remote("mouseMove", [x, y]), click: (x, y) => remote("mouseClick", [x, y]), down: () => remote("mouseDown", []), up: () => remote("mouseUp", []), wheel: (dx, dy) => remote("scroll", [dx, dy]) };
  const browser = { tabs: () => remote("tabs", []), version: () => remote("version", []) };
  const wait = (ms) => remote("wait", [ms]);
  const assert = (condition, message) => { if (!condition) throw new Error(message === undefined ? "The assertion failed." : String(message)); };
  const display = (value) => {
    if (value && typeof value === "object" && typeof value.data === "string" && typeof value.mimeType === "string") image(value);
    else text(value === undefined ? "undefined" : value);
  };
  let timers = 0;
  const cleared = new Set();
  const setTimeout = (run, ms, ...args) => {
    const id = ++timers;
    wait(ms === undefined ? 0 : ms).then(() => { if (!cleared.has(id)) run(...args); }, () => undefined);
    return id;
  };
  const clearTimeout = (id) => void cleared.add(id);
  const setInterval = (run, ms, ...args) => {
    const id = ++timers;
    const again = () => wait(Math.max(1, ms || 0)).then(() => { if (!cleared.has(id)) { run(...args); again(); } }, () => undefined);
    again();
    return id;
  };
  const ASKED = ["then", "toJSON", "$element", "$selector", "data", "mimeType"];
  const strict = (target, called) => new Proxy(target, { get: (object, key) => {
    if (key in object || typeof key !== "string" || ASKED.includes(key)) return object[key];
    throw new TypeError(called + "." + key + " does not exist. There are " + Object.keys(object).join(", "));
  } });
  tab.page = strict(page, "page");
  const given = { tab: strict(tab, "tab"), page: tab.page, browser: strict(browser, "browser"), display, assert, wait, setTimeout, clearTimeout, setInterval, clearInterval: clearTimeout };
  for (const key of Object.keys(given)) Object.defineProperty(globalThis, key, { value: given[key], configurable: true, writable: true });
})`;
