/** Script for the reader's browser: chooses the branch, searches, folds and switches the appearance. It makes no requests. */
export const pageScript = `
"use strict";
const articles = [...document.querySelectorAll("main article")];
const links = [...document.querySelectorAll("nav a")];
const byId = new Map(articles.map((article) => [article.id, article]));
const children = Map.groupBy(articles, (article) => article.dataset.parent);
const articleOf = (link) => byId.get(link.hash.slice(1));
const $ = (id) => document.getElementById(id);
let hits = [];
let hitAt = -1;

function show(leaf) {
  const path = new Set();
  for (let id = leaf; id && byId.has(id) && !path.has(id); id = byId.get(id).dataset.parent) path.add(id);
  for (const article of articles) article.hidden = !path.has(article.id);
  for (const link of links) link.classList.toggle("shown", path.has(articleOf(link).id));
}

/** The end of the branch that the entry lies on: always the newest child. */
function leafOf(id) {
  for (let next = children.get(id)?.at(-1); next; next = children.get(id)?.at(-1)) id = next.id;
  return id;
}

function reveal(id) {
  if (byId.get(id)?.hidden) show(leafOf(id));
}

const marked = new Set();
const texts = new Map();

/** What is searched in, made once. */
function textOf(article) {
  if (!texts.has(article)) texts.set(article, article.textContent.toLowerCase());
  return texts.get(article);
}

function unmark() {
  for (const article of marked) {
    for (const mark of article.querySelectorAll("mark")) mark.replaceWith(mark.textContent);
    article.normalize();
  }
  marked.clear();
}

/** Puts a mark around each occurrence, from the last to the first, so that the places before stay as they are. */
function markIn(article, wanted) {
  if (marked.has(article)) return;
  marked.add(article);
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  for (const node of nodes) {
    const places = [];
    const text = node.data.toLowerCase();
    for (let at = text.indexOf(wanted); at !== -1 && places.length < 500; at = text.indexOf(wanted, at + wanted.length)) places.push(at);
    for (const at of places.reverse()) {
      const found = node.splitText(at);
      found.splitText(wanted.length);
      const mark = document.createElement("mark");
      found.replaceWith(mark);
      mark.append(found);
    }
  }
  for (const part of article.querySelectorAll("details")) if (part.querySelector("mark")) part.open = true;
}

let wanted = "";

/** The first hits are marked at once, the others when one comes to them: a page may hold very many. */
function find(text) {
  wanted = text.trim().toLowerCase();
  unmark();
  hits = [];
  hitAt = -1;
  for (const link of links) {
    const article = articleOf(link);
    const hit = wanted === "" || textOf(article).includes(wanted);
    link.parentElement.hidden = !hit;
    if (wanted !== "" && hit) hits.push(article);
  }
  for (const article of hits.filter((hit) => !hit.hidden).slice(0, 100)) markIn(article, wanted);
  $("count").textContent = wanted === "" ? "" : hits.length + " found";
}

function goTo(step) {
  if (hits.length === 0) return;
  hitAt = (hitAt + step + hits.length) % hits.length;
  const hit = hits[hitAt];
  reveal(hit.id);
  markIn(hit, wanted);
  (hit.querySelector("mark") ?? hit).scrollIntoView({ block: "center" });
  $("count").textContent = hitAt + 1 + " of " + hits.length;
}

for (const link of links) link.addEventListener("click", () => reveal(articleOf(link).id));
let typing;
$("search").addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => find($("search").value), 120);
});
$("search").addEventListener("keydown", (event) => {
  if (event.key === "Enter") {
    clearTimeout(typing);
    if (wanted !== $("search").value.trim().toLowerCase()) find($("search").value);
    goTo(event.shiftKey ? -1 : 1);
  }
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
