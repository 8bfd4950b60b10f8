// What the faucet signs is what ethers signs with its key, byte for byte, and addresses with a wrong checksum get nothing.
import { Contract, getCreateAddress, Transaction, Wallet } from 'ethers';
import { addr } from 'micro-eth-signer';
import { expect, test } from 'vitest';
import { FAUCET, FAUCET_KEY, NOTHING, paymentMessage, requireAddress, signAsFaucet } from './faucet.ts';

const TO = '0x00000000000000000000000000000000000A11cE';
const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const GWEI = 10n ** 9n;
const wallet = new Wallet(FAUCET_KEY);

test('the faucet is the account of its key', () => {
  expect(FAUCET.address).toBe(wallet.address);
  for (const nonce of [0, 1, 127, 128, 70_000]) {
    expect(addr.getCreateAddress(FAUCET.address, nonce)).toBe(getCreateAddress({ from: FAUCET.address, nonce }));
  }
});

test.each([
  ['a payment of a coin', paymentMessage({ symbol: 'ETH', decimals: 18, contract: null }, TO, 10n ** 24n), 0],
  ['a payment of a token', paymentMessage({ symbol: 'USDT', decimals: 6, contract: TOKEN }, TO, 5n), 127],
  ['the payment that replaces another', NOTHING, 128],
  [
    'a contract, by an account that has paid for long',
    { to: null, value: 0n, data: '0x60006000fd' } as const,
    1_000_000,
  ],
])('%s is signed as ethers signs it', async (_name, message, nonce) => {
  const fees = { maxPriorityFeePerGas: 50n * GWEI, maxFeePerGas: 150n * GWEI, gasLimit: 5_000_000n };
  const raw = signAsFaucet(56, message, nonce, 50n);
  expect(raw).toBe(await wallet.signTransaction({ type: 2, chainId: 56, nonce, ...message, ...fees }));
  expect(Transaction.from(raw).from).toBe(FAUCET.address);
});

test('a payment of a token is a call of its `transfer`', async () => {
  const token = new Contract(TOKEN, ['function transfer(address to, uint256 value)']);
  const { data } = await token.getFunction('transfer').populateTransaction(TO, 2n ** 255n);
  expect(paymentMessage({ symbol: 'USDT', decimals: 6, contract: TOKEN }, TO, 2n ** 255n)).toEqual({
    to: TOKEN,
    value: 0n,
    data,
  });
});

test.each([
  ['a wrong checksum', TO.replace('A11cE', 'a11cE')],
  ['all in upper case, which is no checksum of this address', `0x${TO.slice(2).toUpperCase()}`],
  ['an upper X', `0X${TO.slice(2).toLowerCase()}`],
  ['no 0x', TO.slice(2)],
  ['19 bytes', TO.slice(0, -2)],
  ['21 bytes', `${TO}00`],
  ['a line behind it', `${TO.toLowerCase()}\n`],
  ['what is no hexadecimal', `0x${'g'.repeat(40)}`],
  ['nothing', ''],
])('an address with %s is refused', (_name, text) => {
  expect(() => requireAddress(text)).toThrow(/is not an EVM address, or its checksum is wrong/);
});

test('an address is taken in lower case and with its checksum', () => {
  for (const text of [TO, TO.toLowerCase()]) expect(requireAddress(text)).toBe(text);
});
