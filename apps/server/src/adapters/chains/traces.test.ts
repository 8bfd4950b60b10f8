// What a transaction moved is read from its chain to the unit, whether we planned it or not, and balances with the
// network's fee.
import { Transaction } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import type { Traced } from '../../custody/index.ts';
import type { LongCall } from './bitcoin/long-call.ts';
import { traceTransaction as traceBitcoin } from './bitcoin/trace.ts';
import { traceTransaction as traceCardano } from './cardano/trace.ts';
import { traceOf as traceEvm } from './evm/trace.ts';
import { assetsOn } from './network-assets.ts';
import type { Rpc } from './rpc.ts';
import { traceTransaction as traceSolana } from './solana/trace.ts';

const hex = (digit: string): string => digit.repeat(64);
const [FROM, TO] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`];
const USDT = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const word = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`;

/** The change of each address, and the network's fee: they add up to zero. */
function changesOf(traced: Traced | null): Record<string, bigint> {
  const changes = traced?.changes ?? [];
  return Object.fromEntries(changes.map(({ asset, addressKey, amount }) => [`${asset} ${addressKey}`, amount]));
}

const evm = (isSuccess: boolean) =>
  traceEvm(
    assetsOn('ethereum'),
    { isSuccess, fee: 21n },
    {
      receipt: {
        transactionHash: `0x${hex('a')}`,
        blockHash: `0x${hex('b')}`,
        from: FROM,
        status: isSuccess ? '0x1' : '0x0',
        logs: [
          {
            logIndex: '0x0',
            address: USDT,
            topics: [TRANSFER, word(FROM), word(TO)],
            data: `0x${'7'.padStart(64, '0')}`,
          },
          // An unknown contract says that it moved something.
          {
            logIndex: '0x1',
            address: TO,
            topics: [TRANSFER, word(FROM), word(TO)],
            data: `0x${'9'.padStart(64, '0')}`,
          },
        ],
      },
      sent: { hash: `0x${hex('a')}`, from: FROM, to: TO, value: '0x5', nonce: '0x3' },
    },
  );

test('[I5] on EVM chains: its own coins, the tokens that we know by their contract, its fee, and the number that it used up', () => {
  expect(changesOf(evm(true))).toEqual({
    [`ETH@ethereum ${FROM}`]: -26n,
    [`ETH@ethereum ${TO}`]: 5n,
    [`USDT@ethereum ${FROM}`]: -7n,
    [`USDT@ethereum ${TO}`]: 7n,
  });
  expect(evm(true).uses).toEqual([`${FROM} 3`]);
  expect(changesOf(evm(false))).toEqual({ [`ETH@ethereum ${FROM}`]: -21n });
});

const coin = (address: string, lovelace: string, more: object = {}) => ({
  address,
  amount: [{ unit: 'lovelace', quantity: lovelace }],
  ...more,
});
const cardano = (blockHash: string) =>
  traceCardano(
    async (path) =>
      path.endsWith('/utxos')
        ? {
            hash: hex('a'),
            inputs: [
              coin('ours', '10', { tx_hash: hex('c'), output_index: '1' }),
              coin('read only', '99', { reference: true, tx_hash: hex('d'), output_index: '0' }),
              coin('held back', '5', { collateral: true, tx_hash: hex('d'), output_index: '1' }),
            ],
            outputs: [coin('theirs', '6'), coin('ours', '3')],
          }
        : { hash: hex('a'), block: hex('b'), valid_contract: true },
    { transaction: hex('a'), blockHash },
  );

test('[I5] on Cardano: the coins that were spent and made, without reference inputs and unused collateral', async () => {
  const traced = await cardano(hex('b'));
  expect(changesOf(traced)).toEqual({ 'ADA@cardano ours': -7n, 'ADA@cardano theirs': 6n });
  expect(traced).toMatchObject({ fee: 1n, uses: [`${hex('c')}:1`] });
  expect(await cardano(hex('e'))).toBeNull();
});

test('[I5] on Bitcoin: the coins that were spent, by the node’s undo data where it has no index of all transactions', async () => {
  const [ours, theirs] = [`0014${'11'.repeat(20)}`, `0014${'22'.repeat(20)}`];
  const made = new Transaction();
  made.addInput({ txid: hex('c'), index: 1 });
  made.addOutput({ script: Buffer.from(theirs, 'hex'), amount: 2_000_000_000_000_000n });
  made.addOutput({ script: Buffer.from(ours, 'hex'), amount: 7n });
  const rpc: Rpc = async (calls) =>
    calls.map(({ method, params: [name] }) => {
      if (method === 'getblock') return { ok: true, result: { tx: [made.id] } };
      if (name !== made.id) return { ok: false, code: -5, message: 'No such mempool transaction. Use -txindex' };
      return { ok: true, result: Buffer.from(made.unsignedTx).toString('hex') };
    });
  const exact: LongCall = async ({ params }) =>
    params[0] === made.id && params[1] === 2
      ? { vin: [{ prevout: { value: '20000000.00000012', scriptPubKey: { hex: ours } } }] }
      : {};
  const traced = await traceBitcoin({ rpc, exact }, { transaction: made.id, blockHash: hex('b') });
  expect(changesOf(traced)).toEqual({
    [`BTC@mainnet ${ours}`]: -2_000_000_000_000_005n,
    [`BTC@mainnet ${theirs}`]: 2_000_000_000_000_000n,
  });
  expect(traced).toMatchObject({ fee: 5n, uses: [`${hex('c')}:1`] });
});

const KEYS = {
  treasury: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
  owner: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
  account: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
  mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  date: '11111111111111111111111111111112',
};
const SIGNATURE = '5'.repeat(80);
const tokens = (amount: string) => [
  { accountIndex: 1, mint: KEYS.mint, owner: KEYS.owner, uiTokenAmount: { amount, decimals: 6 } },
];
const solana: Rpc = async (calls) =>
  calls.map(({ method }) => ({
    ok: true as const,
    result: {
      getGenesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
      getBlock: {
        blockhash: KEYS.date,
        previousBlockhash: KEYS.owner,
        parentSlot: 8,
        blockTime: 5,
      },
      getTransaction: {
        slot: 9,
        transaction: {
          signatures: [SIGNATURE],
          message: { accountKeys: [KEYS.treasury, KEYS.account], recentBlockhash: KEYS.date },
        },
        meta: {
          err: null,
          preBalances: [100, 0],
          postBalances: [88, 7],
          preTokenBalances: [],
          postTokenBalances: tokens('25'),
        },
      },
    }[method],
  }));

test('[I5] on Solana: tokens are their owner’s, and what it cost to open their account is part of the fee', async () => {
  const traced = await traceSolana(solana, { transaction: SIGNATURE, blockHash: KEYS.date });
  expect(changesOf(traced)).toEqual({
    [`SOL@solana ${KEYS.treasury}`]: -12n,
    [`USDC@solana ${KEYS.owner}`]: 25n,
  });
  expect(traced).toMatchObject({ isSuccess: true, fee: 12n });
  expect(traced?.uses).toContain(`${KEYS.treasury} ${KEYS.date}`);
});
