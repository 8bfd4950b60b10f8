import { Html } from './html.ts';

/** The page's whole style: system fonts, light and dark, one column on a phone. */
export const STYLE = new Html(`<style>
:root{color-scheme:light dark;--ground:#f7f4ec;--card:#fffdf8;--line:#e2dccd;--ink:#10241b;--soft:#55645b;--green:#0b6b3f;
--on-green:#fff;--copper:#8f4a12;--banner:#f6e3cf;--field:#fff;--radius:12px}
@media(prefers-color-scheme:dark){:root{--ground:#0c1511;--card:#13201a;--line:#26382f;--ink:#e9f1ec;--soft:#a3b5ab;
--green:#4cc38a;--on-green:#07130d;--copper:#f0a868;--banner:#33220f;--field:#0c1511}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
.banner{background:var(--banner);color:var(--copper);padding:8px 16px;text-align:center;font-weight:600}
main{max-width:1120px;margin:0 auto;padding:16px;display:grid;gap:16px;grid-template-columns:minmax(0,1fr)}
header{max-width:1120px;margin:0 auto;padding:24px 16px 0}
h1{font-size:28px;line-height:1.2;margin:0}h2{font-size:19px;margin:0 0 12px}p{margin:4px 0 12px}
.soft{color:var(--soft)}.small{font-size:14px}
section{background:var(--card);border:1px solid var(--line);border-radius:var(--radius);padding:16px;min-width:0}
nav{display:flex;flex-wrap:wrap;gap:4px 16px;padding-top:8px}nav a{display:inline-flex;align-items:center;min-height:44px}
a{color:var(--green)}a:focus-visible,button:focus-visible,input:focus-visible,select:focus-visible,summary:focus-visible{outline:3px solid var(--copper);outline-offset:2px}
form{display:flex;flex-wrap:wrap;gap:8px;align-items:end;margin:0 0 12px}
label{display:grid;gap:2px;font-size:14px;color:var(--soft);flex:1 1 140px;min-width:0}
input,select,button{font:inherit;min-height:44px;border-radius:8px;border:1px solid var(--line);padding:6px 12px;background:var(--field);color:var(--ink);width:100%;min-width:0}
button{width:auto;white-space:nowrap;flex:none;background:var(--green);border-color:var(--green);color:var(--on-green);font-weight:600;cursor:pointer}
button.quiet{background:transparent;color:var(--green)}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;min-width:520px;overflow-wrap:normal;font-size:15px;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:8px 12px 8px 0;border-top:1px solid var(--line);vertical-align:top}th{font-size:14px;color:var(--soft);font-weight:600}
td form{margin:0;flex-wrap:nowrap}td input{width:72px;flex:none}label.long{flex-grow:3}
code,.mono{font-family:ui-monospace,monospace;font-size:14px}
details{border-top:1px solid var(--line);padding:8px 0}summary{cursor:pointer;min-height:44px;display:flex;flex-wrap:wrap;gap:0 12px;align-items:center}
pre{white-space:pre-wrap;margin:0;padding:12px;background:var(--ground);border-radius:8px;font-size:14px}
.code{font:700 18px ui-monospace,monospace;letter-spacing:2px;color:var(--copper)}
.note{border-left:4px solid var(--green);padding-left:12px}.note.bad{border-color:var(--copper)}
@media(min-width:900px){main{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}.wide{grid-column:1/-1}}
</style>`);
