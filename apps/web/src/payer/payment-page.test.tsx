// Guarantee: in every state and every language the page is complete: no text is missing or left as code, every label
// has its field, every picture its size, and no state has less text in one language than in another.
import { PAYER_LANGUAGES, type PayerLanguage, type Payment, TEXTS } from '@kobogate/contract';
import { STATES, viewOf } from '@kobogate/testkit/payer/page.ts';
import { sampleLink, samplePaying, samplePayment, sampleRefund } from '@kobogate/testkit/payer/samples.ts';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { describe, expect, it } from 'vitest';
import { createPaymentPage } from './create-payment-page.tsx';
import { PaymentPage } from './payment-page.tsx';

type Content = NonNullable<(typeof STATES)[string]>;

function drawContent(content: Content, language: PayerLanguage = 'en'): HTMLElement {
  const place = document.createElement('div');
  flushSync(() => createRoot(place).render(<PaymentPage view={viewOf(content, language)} />));
  return place;
}

const drawn = new Map<string, HTMLElement>();

/** Rendered once: the tests change nothing. */
function draw(state: string, language: PayerLanguage = 'en'): HTMLElement {
  const content = STATES[state];
  if (content === undefined) throw new Error(`there is no state ${state}`);
  const key = `${state} ${language}`;
  const page = drawn.get(key) ?? drawContent(content, language);
  drawn.set(key, page);
  return page;
}

const outline = (page: HTMLElement): string[] =>
  [...page.querySelectorAll('*')].map((element) => element.tagName).filter((name) => name !== 'P');

it('asks for the merchant’s own fields by their labels, and marks each that is missing', () => {
  const page = draw('choosing-fields-missing');
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name="field.${name}"]`);
  expect(field('size')?.getAttribute('aria-invalid')).toBe('true');
  const missing = page.querySelector(`#${field('size')?.getAttribute('aria-describedby')}`);
  expect(missing?.textContent).toBe('Please fill this in.');
  expect([...(field('size')?.querySelectorAll('option') ?? [])].map(({ value }) => value)).toEqual(['', 'M', 'L']);
  expect([field('print')?.value, field('print')?.getAttribute('aria-invalid')]).toEqual(['Ada', null]);
  expect(page.querySelector(`label[for=${field('print')?.id}]`)?.textContent).toBe('Name on the back (optional)');
  expect(draw('choosing-fields').textContent).not.toContain('Please fill this in.');
  expect(draw('paid-with-fields').textContent).toContain('SizeL');
});

it('hands over a choice of the merchant’s as it is written: a browser takes the spaces out of a text that is no value', () => {
  const content = STATES['choosing-fields'];
  if (content?.kind !== 'choosing') throw new Error('a payer chooses in this state');
  const size = { key: 'size', label: 'Size', type: 'choice' as const, isRequired: true, choices: ['XL  (wide)', 'M'] };
  const page = drawContent({ ...content, link: { ...content.link, customFields: [size] }, values: {} });
  const values = [...page.querySelectorAll('[name="field.size"] option')].map((option) => option.getAttribute('value'));
  expect(values).toEqual(['', ...size.choices]);
});

describe.each(Object.keys(STATES))('%s', (state) => {
  it.each(PAYER_LANGUAGES)('is whole in %s', (language) => {
    const page = draw(state, language);
    expect(page.textContent).not.toMatch(/undefined|null|NaN|\[object|=>|\$\{/);
    expect(page.querySelectorAll('h1')).toHaveLength(1);
    for (const element of page.querySelectorAll(
      'h1, h2, a, button, label, option, dt, dd, title, output[data-notice]',
    )) {
      expect([element.outerHTML, element.textContent?.trim()]).not.toEqual([element.outerHTML, '']);
    }
    for (const label of page.querySelectorAll('label')) {
      expect(page.querySelector(`#${label.getAttribute('for')}`)).not.toBeNull();
    }
    const ids = [...page.querySelectorAll('[id]')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const picture of page.querySelectorAll('img')) {
      expect([picture.getAttribute('width'), picture.getAttribute('height')]).not.toContain(null);
    }
    // A language with less text would leave an element out.
    expect(outline(page)).toEqual(outline(draw(state)));
  });

  it('has different text in each language', () => {
    const said = PAYER_LANGUAGES.map((language) => draw(state, language).querySelector('main')?.textContent);
    expect(new Set(said).size).toBe(PAYER_LANGUAGES.length);
  });
});

it('without a script is loaded again by itself, but not while the payer may be typing an address', () => {
  const { render } = createPaymentPage({ css: '', firstScript: '', module: '/assets/payment.js' });
  const reloads = (changes: Partial<Payment>) => render(viewOf(samplePaying(changes))).includes('http-equiv="refresh"');
  expect(reloads({})).toBe(true);
  expect(reloads({ state: 'declined', refunds: [sampleRefund({ state: 'sent' })] })).toBe(true);
  expect(reloads({ state: 'declined', refunds: [sampleRefund({})] })).toBe(false);
  expect(reloads({ state: 'paid' })).toBe(false);
});

it('leads to pages that no frame may show out of the frame of a shop’s page', () => {
  const ways = [...draw('nothing').querySelectorAll('main a')];
  expect(ways.map((way) => [way.getAttribute('href'), way.getAttribute('target')])).toEqual([['/', '_top']]);
});

it('asks for nothing, and names no price, where another payment has used the link', () => {
  const page = drawContent(samplePaying({ isLinkUsed: true, state: 'expired' }));
  expect(page.textContent).toContain('Please send nothing more.');
  for (const text of ['You pay', 'The recipient gets', 'Fees', 'Paid out in']) {
    expect(page.textContent).not.toContain(text);
  }
});

describe('the texts that are fixed', () => {
  it('[A-15] are as specified where the link does not load or is not there', () => {
    const failed = draw('failed');
    expect(failed.querySelector('[role=alert]')?.textContent).toContain(TEXTS.paymentLoadFailed);
    // An empty address is the page's own: pressing it loads the page again.
    expect([...failed.querySelectorAll('main a')].map((way) => [way.textContent, way.getAttribute('href')])).toEqual([
      ['Retry', ''],
    ]);
    expect(draw('nothing').querySelector('h1')?.textContent).toBe(TEXTS.noPaymentData);
  });

  it('[A-16] are as specified where coin or network was not chosen, and hidden before', () => {
    const missing = (state: string) => draw(state).querySelector('[data-notice=missing]');
    expect(missing('pair-missing')?.textContent).toBe(TEXTS.paymentPairMissing);
    expect(missing('pair-missing')?.hasAttribute('hidden')).toBe(false);
    expect(missing('choosing')?.hasAttribute('hidden')).toBe(true);
  });
});

it('says beside a coin that it has no rate or is not on offer, and lets only the former be chosen', () => {
  const options = [...draw('choosing-without-rate').querySelectorAll<HTMLOptionElement>('#currency option')];
  expect(options.map(({ textContent, disabled }) => [textContent, disabled])).toEqual([
    ['Choose a coin', false],
    ['Tether USD (USDT)', false],
    ['Bitcoin (BTC), no rate just now', false],
    ['Cardano (ADA), not on offer', true],
  ]);
});

describe('a payment that waits', () => {
  it('shows the address whole, copies it plain, and pictures what opens a wallet', () => {
    const page = draw('waiting');
    const { address, uri } = samplePayment();
    const [amount, where] = [...page.querySelectorAll('[data-copy]')];
    expect(amount?.getAttribute('data-copy')).toBe('15.662345');
    expect(where?.getAttribute('data-copy')).toBe(address);
    expect(page.textContent).toContain('0x5290 8400 0985 2788 6E0F 7030 0698 57D2 E416 9EE7');
    expect([...page.querySelectorAll('a')].map((way) => way.getAttribute('href'))).toContain(uri);
  });

  it('asks for no wallet of a network whose wallets can’t be connected', () => {
    expect(draw('waiting').querySelector('[data-connect]')).not.toBeNull();
    expect(draw('waiting-without-link').querySelector('[data-connect]')).toBeNull();
  });

  it('offers wallets elsewhere only on EVM networks, and only with a project of the operator’s', () => {
    const projectOf = (payment: Parameters<typeof samplePayment>[0], walletConnect: string | null) => {
      const place = document.createElement('div');
      const view = { ...viewOf(samplePaying(payment), 'en'), walletConnect };
      flushSync(() => createRoot(place).render(<PaymentPage view={view} />));
      return place.querySelector('[data-connect]')?.getAttribute('data-project');
    };
    expect(projectOf({}, 'abc')).toBe('abc');
    expect(projectOf({}, null)).toBeNull();
    expect(projectOf({ currency: 'SOL', network: 'solana' }, 'abc')).toBeNull();
  });

  it('says the time of day when the rate ends, and counts down only where a script runs', () => {
    const line = draw('waiting').querySelector('[data-left]')?.closest('p');
    expect(line?.textContent).toMatch(/holds until \d\d:\d\d Lagos time/);
    expect(line?.querySelector('[data-left]')?.closest('.scripted')).not.toBeNull();
  });

  it('has no element that the address’s `#wallet` would scroll to', () => {
    expect(draw('waiting').querySelector('#wallet, [name=wallet]')).toBeNull();
    expect(draw('waiting').querySelector('#wallet-dialog')).not.toBeNull();
  });

  it('says who pays the fee: the payer of a price in money, the recipient of a price in coins, else neither', () => {
    const terms = (state: string) => draw(state).querySelector('[data-part=terms]')?.textContent;
    expect(terms('waiting')).toContain('so you pay it');
    expect(terms('waiting-in-coins')).toContain('comes off what the recipient gets');
    expect(terms('waiting-without-link')).not.toMatch(/you pay it; nothing|comes off/);
    expect(terms('waiting')).toContain('₦232.56 fee and ₦17.44 VAT');
    expect(terms('waiting')).toContain('half of all payments within 4 minutes');
  });
});

it('promises no naira, and names no fee, of a payment that was declined', () => {
  for (const words of ['The recipient gets', 'Fees', 'VAT', 'Paid out in']) {
    expect(draw('declined').textContent).not.toContain(words);
    expect(draw('underpaid').textContent).toContain(words);
  }
});

describe('coins that are offered back', () => {
  it('do not send the payer to the recipient who already offers them', () => {
    const help = 'Coins that have come are safe';
    expect(draw('declined').textContent).toContain(help);
    expect(draw('refund-refused').textContent).not.toContain(help);
  });

  it('show an address problem once, at its field', () => {
    const page = draw('refund-refused');
    const field = page.querySelector('input[name=address]');
    const [wrong = ''] = field?.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(field?.getAttribute('aria-invalid')).toBe('true');
    expect(page.querySelector(`#${wrong}`)?.textContent).toBe(
      'This is not an address on this network. Please check it.',
    );
    expect(page.querySelectorAll('[role=alert]:not([hidden])')).toHaveLength(1);
    expect(draw('refunds').querySelector('input[name=address]')?.getAttribute('aria-invalid')).toBe('false');
  });
});

it('follows no address of a merchant’s or of another API that is not on the web', () => {
  const odd = { redirectUrl: 'javascript:alert(1)', name: '<script>alert(1)</script>' } as const;
  const page = drawContent(
    samplePaying({ state: 'paid', ...odd }, { link: sampleLink({ profileImage: 'javascript:alert(1)' }) }),
  );
  expect(page.innerHTML).not.toContain('javascript:');
  expect(page.querySelector('script, img')).toBeNull();
});
