/** The description for the model, which finds the tool through the tool search. */
export const DESCRIPTION = `Opens web pages in Chromium and works on them. Pages run scripts and keep their state between calls; to only read a page, use read with its URL.
- open: opens or reuses the tab \`name\` ("main") and goes to \`url\`. \`app\` uses a desktop program or a running browser instead: { path, args } starts it, { cdp_url } connects to it, \`target\` picks a page by a part of its URL or title.
- run: runs \`code\` on the tab, as the body of an async JavaScript function without Node. What display() gets and what it returns is the result.
- close: closes the tab, or \`all\`; \`kill\` also ends a program that was started with app.path.
In \`code\` (every function is async unless marked):
- tab.goto(url), tab.url(), tab.title(), tab.back(), tab.forward(), tab.reload()
- tab.observe({ includeAll, viewportOnly }): the elements that can be used, each with an id, role and name. (await tab.id(n)).click(), .fill(text), .type(text), .press(key), .hover(), .text(), .attribute(name), .screenshot(), .evaluate(fn). Ids hold until the page changes.
- tab.click(selector), fill(selector, text), type(selector, text), press(key) or press(selector, key), select(selector, ...values), check(selector, on), hover(selector), scroll(dx, dy), scrollIntoView(selector), drag(from, to), uploadFile(selector, ...paths)
- tab.waitFor(selector, { state, timeout }), waitForUrl(part or RegExp), waitForResponse(part or RegExp), waitForDownload(): start these before the action they wait for
- tab.extract("markdown" | "text" | "html", selector), tab.evaluate(fn or expression, ...args), tab.screenshot({ selector, fullPage, save, silent })
- tab.console(), tab.dialogs(), tab.downloads(), tab.saveDownload(n, path), tab.setViewport(width, height), browser.tabs()
- display(value), assert(condition, message), wait(ms), console.log(…)
Selectors are CSS, text=…, xpath=…, role=button[name="…"], or an id of observe. \`page\` has the same functions under their Playwright names.`;

/** A short form for listings and searches. */
export const SNIPPET = "open web pages in a browser, click, fill in forms, take screenshots";
