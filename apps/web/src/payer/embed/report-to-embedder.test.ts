// Guarantee: the framed page reports its payment's state to the page directly around it, at the origin that the browser
// names, and to no other page.
import { describe, expect, it, vi } from 'vitest';
import { reportToEmbedder } from './report-to-embedder.ts';

const MERCHANT = 'https://shop.example';
const PAID = { state: 'paid', paymentId: 'p1' };
const READY = { type: 'kobogate:ready' };
const REPORTED = { type: 'kobogate:payment', ...PAID };

function framed() {
  const embedder = { postMessage: vi.fn<(message: object, origin: string) => void>() };
  const view = Object.assign(new EventTarget(), { parent: embedder });
  const greet = (
    origin: string,
    { source = embedder, type = 'kobogate:hello' }: { source?: object; type?: string } = {},
  ) => view.dispatchEvent(Object.assign(new Event('message'), { source, origin, data: { type } }));
  const press = (key: string) => view.dispatchEvent(Object.assign(new Event('keydown'), { key }));
  return { report: reportToEmbedder(view as unknown as Window), sent: embedder.postMessage.mock.calls, greet, press };
}

describe('a framed page', () => {
  it('sends nothing before it is greeted, then the current state and each change', () => {
    const { report, sent, greet } = framed();
    report({ state: 'waiting', paymentId: 'p1' });
    expect(sent).toEqual([]);
    greet(MERCHANT);
    report(PAID);
    expect(sent).toEqual([
      [{ type: 'kobogate:payment', state: 'waiting', paymentId: 'p1' }, MERCHANT],
      [REPORTED, MERCHANT],
    ]);
  });

  it('ignores greetings of other windows, of no origin, and messages that are none', () => {
    const { report, sent, greet } = framed();
    report(PAID);
    greet('https://evil.example', { source: {} });
    greet('null');
    greet('file://');
    greet(MERCHANT, { type: 'kobogate:payment' });
    expect(sent).toEqual([]);
  });

  it('stays with the first origin that greeted it, and reports again when it greets again', () => {
    const { report, sent, greet } = framed();
    greet(MERCHANT);
    report(PAID);
    greet('https://evil.example');
    expect(sent).toEqual([
      [READY, MERCHANT],
      [REPORTED, MERCHANT],
      [REPORTED, MERCHANT],
    ]);
  });

  it('asks to be closed only at Escape', () => {
    const { sent, greet, press } = framed();
    press('Escape');
    greet(MERCHANT);
    press('Enter');
    press('Escape');
    expect(sent).toEqual([
      [READY, MERCHANT],
      [{ type: 'kobogate:close' }, MERCHANT],
    ]);
  });

  it('sends nothing where it is not framed', () => {
    const post = vi.spyOn(window, 'postMessage');
    reportToEmbedder(window)(PAID);
    window.dispatchEvent(Object.assign(new Event('message'), { source: window, origin: MERCHANT, data: {} }));
    expect(post).not.toHaveBeenCalled();
  });
});
