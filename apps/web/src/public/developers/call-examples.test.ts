// Guarantee: every call that an API key may make is in the reference once, with an example in both languages, and
// variables appear in them as variables.
import { endpoints } from '@kobogate/contract';
import { describe, expect, it } from 'vitest';
import { callExamples } from './call-examples.ts';
import { OPERATIONS } from './operations.ts';

const codes = (endpoint: (typeof OPERATIONS)[number]['endpoint']) =>
  callExamples(endpoint, 'x').map(({ code }) => code);

describe('the examples of a call', () => {
  it.each(OPERATIONS.filter(({ scope }) => scope !== null).map(({ endpoint, anchor }) => [anchor, endpoint] as const))(
    'are there for %s',
    (_anchor, endpoint) => {
      expect(codes(endpoint)).toHaveLength(2);
    },
  );

  it('each have a place of their own', () => {
    expect(new Set(OPERATIONS.map(({ anchor }) => anchor)).size).toBe(OPERATIONS.length);
  });

  it('write variables as the shell and the program read them', () => {
    const [curl, client] = codes(endpoints.payments.create);
    expect(curl).toContain(`{ "linkId": "'"$LINK_ID"'", "currency": "USDT"`);
    expect(client).toContain('payments.create({ linkId: LINK_ID, currency: ');
    expect(codes(endpoints.paymentLinks.update)[0]).toContain(
      'curl --fail-with-body -X PUT "$KOBOGATE_URL/api/payment-links/$LINK_ID"',
    );
  });

  it('show a key only where one is asked for', () => {
    for (const code of codes(endpoints.payments.open)) expect(code).not.toContain('KOBOGATE_KEY');
  });
});
