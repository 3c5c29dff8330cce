"""Turns values into what Tau can show: texts by content type, and images."""

import base64
import io
import json
import sys

METHODS = (
    ("text/markdown", "_repr_markdown_"),
    ("text/html", "_repr_html_"),
    ("application/json", "_repr_json_"),
    ("image/png", "_repr_png_"),
    ("image/jpeg", "_repr_jpeg_"),
)
SHOWN = {kind for kind, _ in METHODS} | {"text/plain"}
WIDTH = 100
MOST_PRETTY = 20_000


def bundle_of(value):
    bundle = {"text/plain": plain(value)}
    for kind, data in representations(value):
        if data is None or kind not in SHOWN:
            continue
        if isinstance(data, (bytes, bytearray)):
            data = base64.b64encode(data).decode()
        elif kind == "application/json":
            data = json.dumps(data, default=str)
        bundle[kind] = data if isinstance(data, str) else str(data)
    # The name of a type and an address tell less than whatever else the object has.
    if len(bundle) > 1 and type(value).__repr__ is object.__repr__:
        del bundle["text/plain"]
    return bundle


def representations(value):
    kind = type(value)
    if isinstance(value, type):
        return
    if kind.__module__ == "matplotlib.figure":
        yield "image/png", png_of(value)
    # Looked up on the type: objects that answer to every name have no representation.
    if hasattr(kind, "_repr_mimebundle_"):
        made = attempt(value._repr_mimebundle_)
        made = made[0] if isinstance(made, tuple) else made
        yield from (made or {}).items()
    for content_type, method in METHODS:
        if hasattr(kind, method):
            made = attempt(getattr(value, method))
            yield content_type, made[0] if isinstance(made, tuple) else made


def attempt(method):
    """A representation that fails is left out: the others can still be shown."""
    try:
        return method()
    except Exception:
        return None


def plain(value):
    if isinstance(value, (dict, list, tuple, set, frozenset)):
        text = repr(value)
        if WIDTH < len(text) < MOST_PRETTY:
            import pprint

            return pprint.pformat(value, width=WIDTH, compact=True, sort_dicts=False)
        return text
    return repr(value)


def display(kernel, *values):
    for value in values:
        if isinstance(value, str):
            print(value)
        elif isinstance(value, dict) and value.get("type") == "image" and "data" in value:
            kernel.send_in_order(
                {"type": "display", "bundle": {value.get("mimeType", "image/png"): as_base64(value["data"])}}
            )
        elif isinstance(value, (dict, list)):
            bundle = {"text/plain": plain(value), "application/json": json.dumps(value, default=str)}
            kernel.send_in_order({"type": "display", "bundle": bundle})
        else:
            kernel.show(value, "display")


def as_base64(data):
    return base64.b64encode(data).decode() if isinstance(data, (bytes, bytearray)) else str(data)


def emit_figures(kernel):
    """Shows the figures of matplotlib that are still open, and closes them."""
    plots = sys.modules.get("matplotlib.pyplot")
    if plots is None:
        return
    for number in plots.get_fignums():
        kernel.send_in_order({"type": "display", "bundle": {"image/png": as_base64(png_of(plots.figure(number)))}})
    plots.close("all")


def png_of(figure):
    data = io.BytesIO()
    figure.savefig(data, format="png", bbox_inches="tight")
    return data.getvalue()
