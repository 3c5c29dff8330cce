export interface ObservedElement {
  readonly id: number;
  readonly role: string;
  readonly name: string;
  readonly value?: string;
  readonly state?: readonly string[];
  readonly href?: string;
}

/**
 * The function that finds elements in the page, as a text because it runs there. `memory` is kept by Tau and out of reach of the page's
 * scripts: it gives an element the same id each time.
 */
export const OBSERVE_SCRIPT = String.raw`(memory, options) => {
  const INTERACTIVE = "a[href],button,input:not([type=hidden]),select,textarea,summary,details,label[for],option,[role],[onclick],[tabindex],[contenteditable=''],[contenteditable=true],video[controls],audio[controls]";
  const ROLES = ["button","link","checkbox","radio","switch","tab","menuitem","menuitemcheckbox","menuitemradio","option","textbox","searchbox","combobox","listbox","slider","spinbutton","treeitem","gridcell"];
  const TEXTS = "h1,h2,h3,h4,h5,h6,p,li,td,th,img,figcaption,dt,dd,blockquote,pre,[role=alert],[role=status]";
  const short = (text, most) => { const line = String(text ?? "").replace(/\s+/g, " ").trim(); return line.length > most ? line.slice(0, most - 1) + "…" : line; };
  const roleOf = (e) => {
    const given = (e.getAttribute("role") ?? "").split(/\s+/)[0];
    if (given) return given;
    const tag = e.localName;
    if (tag === "a") return "link";
    if (tag === "button" || tag === "summary") return "button";
    if (tag === "select") return e.multiple ? "listbox" : "combobox";
    if (tag === "textarea") return "textbox";
    if (tag === "input") return ({ checkbox: "checkbox", radio: "radio", range: "slider", number: "spinbutton", submit: "button", button: "button", reset: "button", image: "button", file: "file", search: "searchbox", color: "color" })[e.type] ?? "textbox";
    if (/^h[1-6]$/.test(tag)) return "heading";
    if (tag === "img") return "image";
    return e.isContentEditable ? "textbox" : tag;
  };
  const nameOf = (e) => {
    const root = e.getRootNode();
    const labelled = (e.getAttribute("aria-labelledby") ?? "").split(/\s+/).map((id) => id && root.getElementById?.(id)?.textContent).filter(Boolean).join(" ");
    const label = e.labels && e.labels.length > 0 ? Array.from(e.labels, (each) => each.textContent).join(" ") : "";
    const isField = e.localName === "input" || e.localName === "textarea" || e.localName === "select";
    const text = isField ? (e.type === "submit" || e.type === "button" || e.type === "reset" ? e.value : "") : (e.innerText ?? e.textContent);
    return short(labelled || e.getAttribute("aria-label") || label || e.getAttribute("alt") || text || e.getAttribute("placeholder") || e.getAttribute("title") || e.getAttribute("name") || "", 100);
  };
  const statesOf = (e) => [
    e.disabled || e.getAttribute("aria-disabled") === "true" ? "disabled" : "",
    e.checked === true || e.getAttribute("aria-checked") === "true" ? "checked" : "",
    e.required ? "required" : "", e.readOnly ? "readonly" : "",
    e.getAttribute("aria-expanded") === "true" || (e.localName === "details" && e.open) ? "expanded" : "",
    e.getAttribute("aria-selected") === "true" || (e.localName === "option" && e.selected) ? "selected" : "",
    e.ownerDocument.activeElement === e ? "focused" : "",
  ].filter(Boolean);
  const isVisible = (e) => {
    if (e.localName === "option") return true;
    if (e.checkVisibility && !e.checkVisibility({ checkVisibilityCSS: true })) return false;
    const box = e.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) return e.type === "file";
    return !options.inView || (box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth);
  };
  const isUsable = (e) => {
    if (!e.matches(INTERACTIVE)) return false;
    if (e.matches("a[href],button,input,select,textarea,summary,[onclick],[contenteditable=''],[contenteditable=true],video,audio")) return true;
    if (e.localName === "option") return false;
    const role = e.getAttribute("role");
    return role ? ROLES.includes(role) : e.matches("[tabindex]:not([tabindex='-1'])");
  };
  const found = [];
  let total = 0;
  let nextId = options.nextId;
  const visit = (root) => {
    for (const e of root.querySelectorAll("*")) {
      if (e.shadowRoot) visit(e.shadowRoot);
      const isWanted = isUsable(e) || (options.all && e.matches(TEXTS) && nameOf(e) !== "");
      if (!isWanted || !isVisible(e)) continue;
      total++;
      if (found.length >= options.most) continue;
      let id = memory.ids.get(e);
      if (id === undefined) {
        id = nextId++;
        memory.ids.set(e, id);
        memory.fresh.push({ id, element: e });
      }
      const state = statesOf(e);
      const isSecret = e.type === "password";
      const value = e.localName === "select" ? Array.from(e.selectedOptions ?? [], (o) => o.label).join(", ") : typeof e.value === "string" && e.localName !== "button" && e.localName !== "option" && e.localName !== "li" ? e.value : "";
      found.push({ id, role: roleOf(e), name: nameOf(e),
        ...(value ? { value: isSecret ? "(hidden)" : short(value, 100) } : {}),
        ...(state.length > 0 ? { state } : {}),
        ...(e.localName === "a" && e.href ? { href: short(e.href, 200) } : {}) });
    }
  };
  visit(document);
  return { elements: found, total };
}`;
