/** The part of the description that does not depend on the tools. */
export const DESCRIPTION = `Runs a JavaScript script that calls tools; only what it prints or returns reaches you. Use it to call tools in a loop or in parallel, to chain them, and to filter large results.
The script is the body of an async function, without Node, files, network and timers. It has:
- tools.<name>(args): a Promise of the tool's text, or of its structured value if it declares one; an image is { type: "image", data, mimeType }. A failed or refused call rejects; Promise.allSettled keeps the others. Await every call: those still running at the end are stopped.
- text(value), image(block), console.log(…), return value: the output. exit() ends the script.
- searchTools(query, { limit, namespace }), describeTool(name), describeNamespace(name), ALL_TOOLS: find tools and their types. All but ALL_TOOLS are async.
- store(key, value), load(key): small JSON values for later scripts.
The first line may be // @options: {"timeout_ms": 60000, "max_output_tokens": 10000}`;

/** A short form for listings and searches. */
export const SNIPPET = "run a script that calls other tools";
