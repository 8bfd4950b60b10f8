// A payment link names exactly the requested coin, network, address and amount, in each chain's published form.
import { expect, test } from 'vitest';
import { ASSETS } from './assets.ts';
import { paymentUri } from './payment-uri.ts';

const EVM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const BITCOIN = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const SOLANA = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk';
const CARDANO = 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8';
const TRON = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
const REFERENCE = '5UHnabSiy1ydj37Kpu5bJ3A3xENGTZmbm7hLx9RB29P3';
const uri = (currency: string, network: string, address: string, amount: string | null = null) =>
  paymentUri({ currency, network, address, amount });

test.each([
  ['BIP-21', uri('BTC', 'mainnet', BITCOIN, '0.00150'), `bitcoin:${BITCOIN}?amount=0.0015`],
  ['BIP-21 without an amount', uri('BTC', 'mainnet', BITCOIN), `bitcoin:${BITCOIN}`],
  ['EIP-681', uri('ETH', 'arbitrum', EVM, '1.000000000000000001'), `ethereum:${EVM}@42161?value=1000000000000000001`],
  ['EIP-681 without an amount', uri('BNB', 'bsc', EVM), `ethereum:${EVM}@56`],
  [
    'EIP-681 of a token',
    uri('USDT', 'ethereum', EVM, '25.5'),
    `ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=${EVM}&uint256=25500000`,
  ],
  ['Solana Pay', uri('SOL', 'solana', SOLANA, '0.000000001'), `solana:${SOLANA}?amount=0.000000001`],
  [
    'Solana Pay of a token',
    uri('USDC', 'solana', SOLANA, '2'),
    `solana:${SOLANA}?amount=2&spl-token=EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`,
  ],
  [
    'Solana Pay with a reference',
    paymentUri({ currency: 'SOL', network: 'solana', address: SOLANA, amount: '2', reference: REFERENCE }),
    `solana:${SOLANA}?amount=2&reference=${REFERENCE}`,
  ],
  [
    'a reference where there is no Solana',
    paymentUri({ currency: 'BTC', network: 'mainnet', address: BITCOIN, amount: null, reference: REFERENCE }),
    `bitcoin:${BITCOIN}`,
  ],
  ['CIP-13', uri('ADA', 'cardano', CARDANO, '1.50'), `web+cardano:${CARDANO}?amount=1.5`],
  ['TRON', uri('USDT', 'tron', TRON, '25.50'), `tron:${TRON}?amount=25.5&token=TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t`],
  ['TRON without an amount', uri('USDT', 'tron', TRON), `tron:${TRON}?token=TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t`],
  ['Polkadot, which has none', uri('DOT', 'polkadot', '1x', '1'), null],
  ['an amount that the coin can’t be divided into', uri('USDT', 'ethereum', EVM, '0.0000001'), null],
  ['a pair that does not exist', uri('ADA', 'bsc', EVM), null],
])('%s', (_name, made, wanted) => {
  expect(made).toBe(wanted);
});

test('every asset but Polkadot’s has one, and no two of them are the same', () => {
  const all = ASSETS.map(({ currency, network }) => uri(currency, network, 'address', '1'));
  expect(all.filter((made) => made === null)).toHaveLength(1);
  expect(new Set(all).size).toBe(ASSETS.length);
});
