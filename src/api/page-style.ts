/** The one style sheet of the pages that the API serves itself. The content-security-policy allows it by its hash. */
export const pageStyle = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --line: #dfe4ea; --paper: #ffffff; --tint: #f5f7f9; --accent: #0b6e5f;
  --get: #0b5cad; --post: #0b6e5f; --delete: #a8321f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --soft: #98a3b3; --line: #2c3440; --paper: #12161c; --tint: #1a2029; --accent: #5fd0b9;
  --get: #7db8f5; --post: #5fd0b9; --delete: #f0917f; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, -apple-system, "Segoe UI", sans-serif; }
a { color: var(--accent); text-underline-offset: 2px; }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code, pre, .path { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .9em; }
code { background: var(--tint); padding: .1em .3em; border-radius: 4px; }
pre { background: var(--tint); border: 1px solid var(--line); border-radius: 8px; padding: 1rem; overflow-x: auto; line-height: 1.45; }
pre code { background: none; padding: 0; }
.page { display: grid; grid-template-columns: 16rem minmax(0, 52rem); gap: 3rem; max-width: 76rem; margin: 0 auto; padding: 2rem 1.5rem 6rem; }
.narrow { max-width: 44rem; margin: 0 auto; padding: 4rem 1.5rem; }
nav { position: sticky; top: 2rem; align-self: start; max-height: calc(100vh - 4rem); overflow-y: auto; font-size: .9rem; }
nav ul { list-style: none; margin: .25rem 0 1.25rem; padding: 0; } nav li { margin: .15rem 0; }
nav a { color: var(--soft); text-decoration: none; } nav a:hover { color: var(--accent); }
nav strong { text-transform: capitalize; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 1rem; letter-spacing: -.01em; }
h2 { margin: 3.5rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line); text-transform: capitalize; }
h3 { margin: 2.5rem 0 .5rem; font-size: 1.1rem; scroll-margin-top: 1rem; } h4 { margin: 1.25rem 0 .25rem; font-size: .9rem; color: var(--soft); }
.method { display: inline-block; min-width: 4.2em; font: 700 .75rem/1 ui-monospace, monospace; text-transform: uppercase; }
.get { color: var(--get); } .post { color: var(--post); } .delete { color: var(--delete); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; } th { text-align: left; color: var(--soft); font-weight: 600; }
th, td { padding: .45rem .75rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td:first-child { white-space: nowrap; } .type { color: var(--soft); } .need { color: var(--delete); font-size: .8rem; }
@media (max-width: 56rem) { .page { grid-template-columns: minmax(0, 1fr); gap: 1rem; } nav { position: static; max-height: none; } }
`
