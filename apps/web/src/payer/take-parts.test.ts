// Guarantee: a page that is drawn again keeps the focus: on the element of the same id, else on the page as a whole. A
// part with a picture of its own is not taken from it.
import { beforeEach, expect, it, vi } from 'vitest';

const FORM = '<section data-part="form"><button id="copy">Copy</button><button class="other">Go on</button></section>';
const redrawn = (part: string): Document => new DOMParser().parseFromString(part, 'text/html');

beforeEach(() => {
  vi.resetModules();
  document.body.innerHTML = `<output id="said"></output><main id="content" tabindex="-1">${FORM}</main>`;
});

it('stays on the element of the same id', async () => {
  const { takeParts } = await import('./take-parts.ts');
  document.getElementById('copy')?.focus();
  takeParts(redrawn(FORM.replace('Go on', 'Back')));
  expect(document.activeElement?.id).toBe('copy');
});

it('goes to the page where its element is gone', async () => {
  const { takeParts } = await import('./take-parts.ts');
  document.querySelector<HTMLElement>('.other')?.focus();
  takeParts(redrawn('<section data-part="status"><p>Paid</p></section>'));
  expect(document.activeElement?.id).toBe('content');
});

it('is not moved while no element has it', async () => {
  const { takeParts } = await import('./take-parts.ts');
  takeParts(redrawn('<section data-part="status"><p>Paid</p></section>'));
  expect(document.activeElement).toBe(document.body);
});

it('keeps what was typed into a part that is drawn again, and nothing where the server’s own value has changed', async () => {
  const part = (more: string, amount = '') =>
    `<section data-part="form"><input type="hidden" name="key" value="${more}"><input id="amount" value="${amount}">
     <select id="size" name="field.size"><option value=""></option><option>M</option></select>${more}</section>`;
  const field = (id: string) => {
    const found = document.getElementById(id);
    if (!(found instanceof HTMLInputElement || found instanceof HTMLSelectElement)) throw new Error(`no field ${id}`);
    return found;
  };
  document.getElementById('content')?.insertAdjacentHTML('afterbegin', part('one'));
  const { takeParts } = await import('./take-parts.ts');
  field('amount').focus();
  field('amount').value = '5000';
  field('size').value = 'M';
  takeParts(redrawn(part('two')));
  expect([field('amount').value, field('size').value, document.activeElement?.id]).toEqual(['5000', 'M', 'amount']);
  expect(document.querySelector<HTMLInputElement>('[name=key]')?.value).toBe('two');
  takeParts(redrawn(part('three', '7000')));
  expect(field('amount').value).toBe('5000');
  field('amount').value = '';
  takeParts(redrawn(part('four', '7000')));
  expect(field('amount').value).toBe('');
});

it('leaves a part that holds a picture of its own, unless another one takes its place', async () => {
  const head = (picture: string, kept = 'data-kept') =>
    `<section data-part="head" ${kept}><img alt="" src="${picture}"></section>`;
  const shown = () => document.querySelector('[data-part=head] img')?.getAttribute('src');
  document.getElementById('content')?.insertAdjacentHTML('afterbegin', head('data:image/webp;base64,AAAA'));
  const { takeParts } = await import('./take-parts.ts');
  takeParts(redrawn(head('/api/images/1') + FORM));
  expect(shown()).toBe('data:image/webp;base64,AAAA');
  takeParts(redrawn(head('/api/images/2', '') + FORM));
  expect(shown()).toBe('/api/images/2');
  takeParts(redrawn(head('/api/images/1') + FORM));
  expect(shown()).toBe('/api/images/1');
});
