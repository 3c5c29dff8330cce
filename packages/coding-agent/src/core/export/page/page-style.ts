export const pageStyle = `
* { box-sizing: border-box; }
body { margin: 0; background: var(--background); color: var(--text); font: 15px/1.5 system-ui, sans-serif; display: grid; grid-template-columns: minmax(14rem, 20rem) 1fr; }
header { grid-column: 1 / -1; position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; padding: .6rem 1rem; background: var(--background); border-bottom: 1px solid var(--tool); }
h1 { margin: 0 auto 0 0; color: var(--accent); font-size: 1.1rem; }
input, button { font: inherit; color: inherit; background: var(--tool); border: 1px solid var(--muted); border-radius: .3rem; padding: .2rem .5rem; }
nav { position: sticky; top: 3.2rem; align-self: start; max-height: calc(100vh - 3.2rem); overflow: auto; padding: .6rem; font-size: .85rem; }
nav ol { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: .05rem .3rem; color: var(--muted); text-decoration: none; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; border-left: 2px solid transparent; }
nav a.shown { color: var(--text); border-left-color: var(--accent); }
main { max-width: 60rem; padding: 0 1rem 4rem; min-width: 0; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.5 ui-monospace, monospace; }
section, details { margin: .8rem 0; padding: .6rem .8rem; border-radius: .4rem; }
.user { background: var(--user); }
.text { padding-left: 0; }
.note { color: var(--muted); }
details { background: var(--tool); color: var(--muted); }
details.error { background: var(--error); }
summary { cursor: pointer; font-weight: 600; }
img { max-width: 100%; }
mark { background: var(--accent); color: var(--background); }
[hidden] { display: none; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; max-height: 30vh; } }
@media print { header input, header button, nav { display: none; } }
`;
