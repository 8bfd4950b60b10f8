// A form is accepted only where the browser says that a page of our own sent it.
import { expect, test } from 'vitest';
import { isFromOurPage } from './same-origin.ts';

const OWN = { host: 'pay.example.test', publicOrigin: 'https://kobogate.test' };

test.each([
  [true, { 'sec-fetch-site': 'same-origin' }],
  [true, { 'sec-fetch-site': 'none', origin: 'null' }],
  [false, { 'sec-fetch-site': 'same-site', origin: 'https://kobogate.test' }],
  [false, { 'sec-fetch-site': 'cross-site', origin: 'https://kobogate.test' }],
  [false, { 'sec-fetch-site': ['same-origin', 'cross-site'] }],
  [true, { origin: 'https://kobogate.test' }],
  [true, { origin: 'http://pay.example.test' }],
  [false, { origin: 'https://kobogate.test.evil.test' }],
  [false, { origin: 'https://pay.example.test:8443' }],
  [false, { origin: 'null' }],
  [false, { origin: '' }],
  [false, {}],
])('%s for %j', (isOurs, headers) => {
  expect(isFromOurPage(headers, OWN)).toBe(isOurs);
});
