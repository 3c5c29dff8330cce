/** Runs in the reader's browser: which branch is shown, the search, folding and the appearance. It asks nobody for anything. */
export const pageScript = `
"use strict";
const articles = [...document.querySelectorAll("main article")];
const links = [...document.querySelectorAll("nav a")];
const byId = new Map(articles.map((article) => [article.id, article]));
const children = Map.groupBy(articles, (article) => article.dataset.parent);
const $ = (id) => document.getElementById(id);
let hits = [];
let hitAt = -1;

function show(leaf) {
  const path = new Set();
  for (let id = leaf; id && byId.has(id) && !path.has(id); id = byId.get(id).dataset.parent) path.add(id);
  for (const article of articles) article.hidden = !path.has(article.id);
  for (const link of links) link.classList.toggle("shown", path.has(link.hash.slice(1)));
}

/** The end of the branch that the entry lies on: always the newest child. */
function leafOf(id) {
  for (let next = children.get(id)?.at(-1); next; next = children.get(id)?.at(-1)) id = next.id;
  return id;
}

function reveal(id) {
  if (byId.get(id)?.hidden) show(leafOf(id));
}

function unmark() {
  for (const mark of document.querySelectorAll("mark")) mark.replaceWith(mark.textContent);
  for (const article of articles) article.normalize();
}

/** Puts a mark around each occurrence; a text is walked through once. */
function markIn(article, wanted) {
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  for (let node of nodes)
    for (let at = node.data.toLowerCase().indexOf(wanted); at !== -1; at = node.data.toLowerCase().indexOf(wanted)) {
      const found = node.splitText(at);
      node = found.splitText(wanted.length);
      const mark = document.createElement("mark");
      found.replaceWith(mark);
      mark.append(found);
    }
}

function find(text) {
  const wanted = text.trim().toLowerCase();
  unmark();
  hits = [];
  hitAt = -1;
  for (const link of links) {
    const article = byId.get(link.hash.slice(1));
    const hit = wanted === "" || article.textContent.toLowerCase().includes(wanted);
    link.parentElement.hidden = !hit;
    if (wanted === "" || !hit) continue;
    hits.push(article);
    markIn(article, wanted);
    for (const part of article.querySelectorAll("details")) if (part.querySelector("mark")) part.open = true;
  }
  $("count").textContent = wanted === "" ? "" : hits.length + " found";
}

function goTo(step) {
  if (hits.length === 0) return;
  hitAt = (hitAt + step + hits.length) % hits.length;
  reveal(hits[hitAt].id);
  (hits[hitAt].querySelector("mark") ?? hits[hitAt]).scrollIntoView({ block: "center" });
  $("count").textContent = hitAt + 1 + " of " + hits.length;
}

for (const link of links) link.addEventListener("click", () => reveal(link.hash.slice(1)));
$("search").addEventListener("input", () => find($("search").value));
$("search").addEventListener("keydown", (event) => {
  if (event.key === "Enter") goTo(event.shiftKey ? -1 : 1);
  if (event.key === "Escape") {
    $("search").value = "";
    find("");
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== $("search")) {
    event.preventDefault();
    $("search").focus();
  }
});
let open = false;
$("fold").addEventListener("click", () => {
  open = !open;
  for (const part of document.querySelectorAll("details")) part.open = open;
  $("fold").textContent = open ? "Fold all" : "Unfold all";
});
$("theme").addEventListener("click", () => {
  const { dataset } = document.documentElement;
  dataset.theme = dataset.theme === "dark" ? "light" : "dark";
});
function showTree(isShown) {
  document.body.classList.toggle("treeless", !isShown);
  $("tree").setAttribute("aria-expanded", String(isShown));
}
$("tree").addEventListener("click", () => showTree(document.body.classList.contains("treeless")));
showTree(matchMedia("(min-width: 50rem)").matches);
show(document.body.dataset.leaf);
if (location.hash) reveal(location.hash.slice(1));
`;
