import { clockText } from '../../lib/clock-text.ts';
import { element, shape } from './dom.ts';
import sheet from './wallet-connect.css?url';

const TICK_MS = 1000;

/** The frame in which views are shown, one at a time. */
export interface DialogFrame {
  /** Shows a view and moves focus to its heading, so that it is read out. */
  show(view: HTMLElement): void;
  close(): void;
}

/**
 * Opens the modal dialog in `host` once its stylesheet is loaded: the browser itself traps focus, gives it back, and
 * closes on Escape; a tap beside it does not close it. Parts of a view marked `data-countdown` show `secondsLeft`,
 * empty where that is null; `onTick` follows each second.
 */
export function openDialog(
  host: HTMLElement,
  words: { readonly title: string; readonly close: string; readonly language: string },
  { secondsLeft, onTick, onClose }: { secondsLeft: () => number | null; onTick: () => void; onClose: () => void },
): DialogFrame {
  const style = element('link', { rel: 'stylesheet', href: sheet });
  const title = element('h2', { id: 'wallet-dialog-title' }, words.title);
  const cross = element('button', { type: 'button', class: 'wallet-close', 'aria-label': words.close }, shape('cross'));
  const place = element('div');
  const frame = element(
    'dialog',
    { class: 'wallet-dialog', 'aria-labelledby': title.id, lang: words.language },
    element('header', {}, title, cross),
    place,
  );
  const opener = document.activeElement;
  const fillCountdown = (): void => {
    const left = secondsLeft();
    for (const part of place.querySelectorAll('[data-countdown]'))
      part.textContent = left === null ? '' : clockText(left);
  };
  const timer = window.setInterval(() => {
    fillCountdown();
    onTick();
  }, TICK_MS);
  const open = (): void => {
    if (!frame.isConnected || frame.open) return;
    frame.showModal();
    place.querySelector('h3')?.focus();
  };
  cross.addEventListener('click', () => frame.close());
  frame.addEventListener('close', () => {
    window.clearInterval(timer);
    frame.remove();
    style.remove();
    // The page may have been drawn again since, without the button that opened the dialog.
    const isThere = opener?.isConnected === true && opener !== document.body;
    const back = isThere ? opener : document.querySelector('main');
    if (back instanceof HTMLElement) back.focus();
    onClose();
  });
  // It still works without its style, and must not stay hidden.
  style.addEventListener('load', open);
  style.addEventListener('error', open);
  host.append(style, frame);

  return {
    show: (view) => {
      place.replaceChildren(view);
      fillCountdown();
      if (frame.open) place.querySelector('h3')?.focus();
    },
    close: () => {
      if (frame.open) frame.close();
      else frame.dispatchEvent(new Event('close'));
    },
  };
}
