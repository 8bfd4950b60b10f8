/** For the button, in a shadow tree: the merchant's styles do not affect it, and ours do not leave it. */
export const BUTTON_STYLE = `
button{font:600 16px/1.2 system-ui,sans-serif;min-height:48px;padding:8px 20px;border:0;border-radius:12px;background:#0b6846;color:#fffdf8;cursor:pointer}
button:hover{background:#074f35}
button:focus-visible{outline:3px solid #0b6846;outline-offset:2px}
@media (forced-colors:active){button{border:1px solid}}`;

/** For the dialog: a card on a desktop, the whole screen on a phone. */
export const DIALOG_STYLE = `
:host{color-scheme:light dark}
dialog{box-sizing:border-box;width:min(480px,100vw);height:min(820px,calc(100vh - 32px));height:min(820px,calc(100dvh - 32px));max-width:none;max-height:none;padding:0;border:0;border-radius:12px;overflow:hidden;background:light-dark(#f7f3ea,#0c1512);color:light-dark(#10231c,#edf2ea);font:16px/1.4 system-ui,sans-serif}
dialog[open]{display:flex;flex-direction:column;animation:in .15s}
@keyframes in{from{opacity:0}}
dialog::backdrop{background:rgb(0 0 0/.6)}
header{display:flex;align-items:center;justify-content:space-between;padding:0 4px 0 16px}
p{margin:0;padding:8px 16px 16px}
a{color:inherit;font-size:14px;line-height:48px}
button{width:48px;height:48px;border:0;border-radius:12px;background:none;color:inherit;font:24px/1 system-ui;cursor:pointer}
a:focus-visible,button:focus-visible{outline:3px solid light-dark(#0b6846,#45c48f);outline-offset:-3px;border-radius:12px}
iframe{flex:1;width:100%;min-height:0;border:0;background:light-dark(#f7f3ea,#0c1512)}
@media (max-width:640px){dialog{width:100vw;height:100vh;height:100dvh;border-radius:0;margin:0}}
@media (prefers-reduced-motion:reduce){dialog[open]{animation:none}}`;

/**
 * A style sheet that the merchant's strict content security policy allows, unlike style text in the page.
 * None in a browser that can't make one.
 */
export function sheetsOf(style: string): CSSStyleSheet[] {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    return [sheet];
  } catch {
    return [];
  }
}
