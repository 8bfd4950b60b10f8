// Only the known values of an address or form are used, and a form that is sent twice opens one payment while another
// choice opens another.
import { describe, expect, it } from 'vitest';
import { queryOf } from '../take-forms.ts';
import { openingKey, readInput } from './page-input.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';

const read = (query: string, form = '') => readInput(new URLSearchParams(query), new URLSearchParams(form), undefined);

describe('what is read', () => {
  it('comes from the form first, cut and trimmed', () => {
    const { choice, email } = read(
      'currency=BTC&network=mainnet',
      `currency=+USDT+&amount=${'9'.repeat(400)}&email=a@b.c`,
    );
    expect(choice).toEqual({ currency: 'USDT', network: 'mainnet', amount: '9'.repeat(254) });
    expect(email).toBe('a@b.c');
  });

  it('passes on the language and the frame, and nothing else', () => {
    expect(read('lang=ha-NG&embed=1&mailed=1&evil=%22%3E').kept).toBe('lang=ha&embed=1');
    expect(read('embed=yes').kept).toBe('');
    expect(read('reference=cart+80&embed=1')).toMatchObject({
      reference: 'cart 80',
      kept: 'embed=1&reference=cart+80',
    });
    for (const bad of ['', '%00', 'a%E2%80%AEb', 'x'.repeat(101)]) {
      expect(read(`reference=${bad}`)).toMatchObject({ reference: '', kept: '' });
    }
    // With a mark for which Yoruba has no letter that holds it, and with signs that an address may have as they are.
    for (const kept of ['Ọlá Adébáyọ̀', 'Which one? Room 4/b', '👩🏽‍💻 4']) {
      expect(read(`reference=${encodeURIComponent(kept)}`).reference).toBe(kept);
    }
    // A form can't add one: it belongs to the address.
    expect(read('', 'reference=other').reference).toBe('');
    expect(read('lang=xx')).toMatchObject({ language: 'en', kept: 'lang=en', isEmbedded: false });
  });
});

it('is read from an address in which a question mark stands as it is, which RFC 3986 allows', () => {
  const query = queryOf({ url: '/custom-payment/x?reference=Paid?&lang=ha' });
  expect(readInput(query, new URLSearchParams(), undefined)).toMatchObject({ reference: 'Paid?', language: 'ha' });
  expect([...queryOf({ url: '/custom-payment/x' })]).toEqual([]);
});

describe('the key of a payment that is opened', () => {
  const keyOf = (form: string, link = 'a') => openingKey(read('', form), idFor(link));
  const form = 'key=0192-sample-key&currency=USDT&network=bsc&amount=';

  it('is the same for the same form and choice, and fits the header that it goes in', () => {
    expect(keyOf(form)).toBe(keyOf(form));
    expect(keyOf(form)).toMatch(/^[\w.:-]{1,100}$/);
  });

  it('is another for another choice, form or link, and none where the form had none', () => {
    const others = [
      `${form}&field.size=L`,
      form.replace('bsc', 'polygon'),
      form.replace('0192', '0193'),
      `${form}5`,
    ].map((other) => keyOf(other));
    expect(new Set([keyOf(form), keyOf(form, 'b'), ...others]).size).toBe(6);
    expect(openingKey(read('reference=b', form), idFor('a'))).not.toBe(keyOf(form));
    expect(keyOf('currency=USDT')).toBeUndefined();
    expect(keyOf('key=<script>')).toBeUndefined();
  });
});
