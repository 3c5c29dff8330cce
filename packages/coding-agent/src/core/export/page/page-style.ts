export const pageStyle = `
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; }
body { margin: 0; background: var(--background); color: var(--text); font: 15px/1.6 system-ui, sans-serif; display: grid; grid-template-columns: minmax(13rem, 19rem) minmax(0, 1fr); }
body.treeless { grid-template-columns: minmax(0, 1fr); }
body.treeless nav { display: none; }
header { grid-column: 1 / -1; position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; align-items: center; justify-content: space-between; padding: .55rem 1.2rem; background: var(--background); border-bottom: 1px solid var(--line); }
.title { min-width: 0; flex: 1 1 16rem; }
h1 { margin: 0; color: var(--accent); font-size: 1.05rem; line-height: 1.3; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.title p { margin: 0; color: var(--muted); font-size: .78rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.tools { display: flex; gap: .5rem; align-items: center; flex: 0 1 auto; min-width: 0; }
#count { color: var(--muted); font-size: .8rem; white-space: nowrap; }
input, button { font: inherit; font-size: .85rem; color: inherit; background: var(--code); border: 1px solid var(--line); border-radius: .4rem; padding: .25rem .6rem; min-width: 0; }
input { width: 13rem; flex: 1 1 6rem; }
button { cursor: pointer; white-space: nowrap; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
nav { position: sticky; top: 4rem; align-self: start; height: calc(100vh - 4rem); overflow: auto; padding: .8rem .6rem 2rem; font-size: .82rem; border-right: 1px solid var(--line); }
nav ol { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: .1rem .5rem; color: var(--muted); text-decoration: none; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; border-left: 2px solid transparent; opacity: .65; }
nav a.shown { opacity: 1; border-left-color: var(--line); }
nav a.user { color: var(--text); font-weight: 600; }
nav a:hover { border-left-color: var(--accent); color: var(--text); }
main { width: 100%; max-width: 56rem; margin: 0 auto; padding: .6rem 1.4rem 5rem; min-width: 0; }
article { scroll-margin-top: 4.5rem; content-visibility: auto; contain-intrinsic-size: auto 6rem; }
section { margin: 1rem 0; }
section.user { background: var(--user); border-radius: .6rem; padding: .7rem 1rem; border-left: 3px solid var(--accent); }
section.user pre { font: inherit; }
section.note { color: var(--muted); background: var(--info, transparent); border-radius: .5rem; font-size: .85rem; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.55 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.text > :first-child { margin-top: 0; } .text > :last-child { margin-bottom: 0; }
.text p, .text ul, .text ol, .text blockquote, .text table { margin: .6rem 0; overflow-wrap: anywhere; }
.text p { white-space: pre-line; }
.text li > p { margin: 0; }
.text ul, .text ol { padding-left: 1.5rem; }
.text h2, .text h3, .text h4, .text h5, .text h6 { margin: 1.1rem 0 .4rem; color: var(--heading); font-size: 1.02rem; line-height: 1.35; }
.text h2 { font-size: 1.2rem; } .text h3 { font-size: 1.1rem; }
.text pre { position: relative; background: var(--code); border: 1px solid var(--line); border-radius: .5rem; padding: .7rem .9rem; margin: .7rem 0; overflow: auto; }
.text pre[data-language]::after { content: attr(data-language); position: absolute; top: .25rem; right: .6rem; color: var(--muted); font-size: .7rem; }
.text code { font: .92em ui-monospace, "SF Mono", Menlo, Consolas, monospace; background: var(--code); border-radius: .25rem; padding: .05rem .3rem; }
.text pre code { background: none; padding: 0; font: inherit; }
.text blockquote { margin-left: 0; padding-left: .9rem; border-left: 3px solid var(--line); color: var(--muted); }
.text hr { border: 0; border-top: 1px solid var(--line); }
.text a { color: var(--accent); }
table { border-collapse: collapse; display: block; overflow: auto; } th, td { border: 1px solid var(--line); padding: .25rem .6rem; text-align: left; }
details { margin: .35rem 0; border: 1px solid var(--line); border-radius: .5rem; background: var(--tool); font-size: .88rem; }
details.thinking, details.note { background: none; border-style: dashed; }
details.result, details.diff, details.error { margin-left: 1.2rem; } details.result, details.diff { background: none; }
details.error { background: var(--error); }
summary { cursor: pointer; padding: .3rem .8rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--muted); }
summary b { color: var(--text); font-weight: 600; }
.thinking summary b, .result summary b, .diff summary b { color: var(--muted); font-weight: 500; }
.gist { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .92em; }
details pre { padding: .5rem .8rem .7rem; border-top: 1px solid var(--line); max-height: 36rem; overflow: auto; }
ins { color: var(--added); text-decoration: none; } .diff del { color: var(--removed); text-decoration: none; }
img { max-width: 100%; border-radius: .5rem; }
mark { background: var(--heading); color: var(--background); border-radius: .15rem; }
[hidden] { display: none; }
@media (max-width: 50rem) {
  body { display: block; }
  html { scroll-padding-top: 6.5rem; }
  header { padding: .5rem .8rem; }
  .title { flex-basis: 100%; } .tools { flex: 1 1 100%; }
  nav { position: static; height: auto; max-height: 45vh; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: .4rem .8rem 4rem; }
  details.result, details.diff, details.error { margin-left: .5rem; }
}
@media print { .tools, nav { display: none; } body { display: block; } details > pre { max-height: none; } }
`;
