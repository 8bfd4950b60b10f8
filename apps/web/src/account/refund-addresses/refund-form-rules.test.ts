// The refund form needs all three fields and an existing pair of coin and network, and lists the existing ones in
// words.
import { CURRENCIES, readRefundPair, REFUND_NETWORK_IDS, refundNetworksOf, TEXTS } from '@kobogate/contract';
import { expect, it } from 'vitest';
import { needsProof, networksHint, refundFormProblem } from './refund-form-rules.ts';

const FORM = { address: 'x', currency: 'BTC', network: 'mainnet' };

it('[E-4] wants all three fields', () => {
  for (const field of Object.keys(FORM)) {
    expect(refundFormProblem({ ...FORM, [field]: ' ' })).toEqual({ field, text: TEXTS.walletDetailsMissing });
  }
  expect(refundFormProblem(FORM)).toBeNull();
  expect(refundFormProblem({ ...FORM, network: 'solana' })?.field).toBe('network');
});

it('[C-6] refuses each pair that does not exist, in words, and no other', () => {
  for (const currency of CURRENCIES) {
    const possible = refundNetworksOf(currency);
    const [taken, refused] = [true, false].map((isTaken) =>
      REFUND_NETWORK_IDS.filter((network) => (readRefundPair(currency, network).problem === null) === isTaken),
    );
    expect(taken).toEqual(possible);
    for (const network of refused ?? []) expect(readRefundPair(currency, network).problem).toContain(currency);
  }
  expect(readRefundPair('ADA', 'bsc').problem).toBe('ADA does not exist on BNB Smart Chain. Please pick Cardano.');
  expect(readRefundPair('SOL', 'mainnet').problem).toBe('SOL does not exist on Bitcoin mainnet. Please pick Solana.');
  expect(readRefundPair('ETH', 'bsc').problem).toContain('Please pick Ethereum, Arbitrum One, OP Mainnet or Base.');
});

it('[C-6] has a network for every coin, and names those of the chosen one', () => {
  for (const currency of CURRENCIES) expect(refundNetworksOf(currency)).not.toEqual([]);
  expect(networksHint('DOT')).toBe('DOT exists on Polkadot.');
  expect(networksHint('USDT')).toContain('Solana and TRON.');
  expect(networksHint('')).toBeUndefined();
});

it('[A8] asks for the proof where another address is saved for such chains, and not before one is typed', () => {
  const usdt = { currency: 'USDT', network: 'bsc', address: '0xA' };
  const saved = [usdt];
  const asked = (change: Partial<typeof usdt>) => needsProof(saved, { ...usdt, ...change });
  expect(asked({ address: '0xB' })).toBe(true);
  expect(asked({ address: '0xB', currency: 'ETH', network: 'ethereum' })).toBe(true);
  for (const none of [{}, { address: ' 0xa ' }, { address: ' ' }, { currency: 'ETH', network: 'ethereum' }, FORM]) {
    expect(asked(none)).toBe(false);
  }
  expect(needsProof([], usdt)).toBe(false);
});
