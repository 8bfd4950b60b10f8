// Each network has one public page for a transaction, and a text that is no transaction id makes no link.
import { expect, test } from 'vitest';
import { NETWORK_IDS } from './assets.ts';
import { explorerUrl } from './explorers.ts';

test.each(NETWORK_IDS)('a transaction on %s has a page of its own, over TLS', (network) => {
  expect(explorerUrl(network, '0xabc123')).toMatch(/^https:\/\/[a-z.-]+\/(?:#\/)?[a-z]+\/0xabc123$/);
});

test.each([
  ['moon', '0xabc123'],
  ['bsc', ''],
  ['bsc', '../../login?x='],
  ['bsc', 'a b'],
])('%s and "%s" make no link', (network, transaction) => {
  expect(explorerUrl(network, transaction)).toBeNull();
});
