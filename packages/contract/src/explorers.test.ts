// Each network has one public page for a transaction and one for an address, and a text that is neither makes no link.
import { expect, test } from 'vitest';
import { NETWORK_IDS } from './assets.ts';
import { explorerAddressUrl, explorerUrl } from './explorers.ts';

test.each(NETWORK_IDS)('a transaction on %s has a page of its own, over TLS', (network) => {
  expect(explorerUrl(network, '0xabc123')).toMatch(/^https:\/\/[a-z.-]+\/(?:#\/)?[a-z]+\/0xabc123$/);
});

test.each(NETWORK_IDS)('an address on %s has a page of its own, at the same explorer', (network) => {
  const page = explorerAddressUrl(network, '0xabc123') ?? '';
  expect(page).toMatch(/^https:\/\/[a-z.-]+\/(?:#\/)?(?:address|account)\/0xabc123$/);
  expect(new URL(page).host).toBe(new URL(explorerUrl(network, '0xabc123') ?? '').host);
});

test.each([
  ['moon', '0xabc123'],
  ['bsc', ''],
  ['bsc', '../../login?x='],
  ['bsc', 'a b'],
])('%s and "%s" make no link', (network, transaction) => {
  expect(explorerUrl(network, transaction)).toBeNull();
  expect(explorerAddressUrl(network, transaction)).toBeNull();
});
