// What is drafted for the operator's signer ends at the cold address on every family of chains, all of it, and nothing goes to
// the treasury or is taken from it but the fees: a plan of another kind the signer would refuse for good.
import { checkAddress } from '@kobogate/addresses';
import { type NetworkId, NETWORKS, type PlanId } from '@kobogate/contract';
import { type Plan, PLAN_FORMAT, type Planned } from '@kobogate/plans';
import { keyOf } from '@kobogate/testkit/chains/solana/node.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { Transaction } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import type { OwnAddress, SpendingDraft, SpendingWish } from '../../custody/index.ts';
import { isForSigner } from '../../custody/treasury/plans/for-signer.ts';
import { draftSpending as draftBitcoin } from './bitcoin/draft-spending.ts';
import { draftSpending as draftCardano } from './cardano/draft-spending.ts';
import { termsKey } from './evm/token-terms.ts';
import { openTreasuryWallet } from './open-treasury-wallet.ts';
import { draftSpending as draftPolkadot } from './polkadot/draft-spending.ts';
import { draftSpending as draftSolana } from './solana/draft-spending.ts';
import { draftSpending as draftTron } from './tron/draft-spending.ts';

const ADDRESSES = {
  mainnet: [
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el',
  ],
  cardano: [
    'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8',
    'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
    'addr1w8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcyjy7wx',
  ],
  polkadot: [
    '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    '13UVJyLnbVp9RBZYFwFGyDvVd1y27Tt8tkntv6Q7JVPhFsTB',
    '14E5nqKAp3oAJcmzgZhUD2RcptBeUBScxKHgJKU4HPNcKVf3',
  ],
  solana: [keyOf('cold'), keyOf('treasury'), keyOf('deposit')],
  tron: [
    'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH',
    'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
    'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL',
  ],
} as const;

type Network = keyof typeof ADDRESSES;

function own(network: NetworkId, chain: 0 | 1, text: string): OwnAddress {
  const checked = checkAddress(NETWORKS[network].family, text, NETWORKS[network].name);
  if ('problem' in checked) throw new Error(checked.problem);
  return { chain, index: 0, ...checked };
}

interface Given {
  readonly cold: OwnAddress;
  readonly treasury: OwnAddress;
  readonly deposit: OwnAddress;
  readonly wish: SpendingWish;
}

const DRAFTS: Readonly<Record<Network, (given: Given) => SpendingDraft>> = {
  mainnet: ({ treasury, deposit, wish }) => {
    const coin = (address: OwnAddress) => {
      const maker = new Transaction();
      maker.addInput({ txid: 'ab'.repeat(32), index: address.chain });
      maker.addOutput({ script: Buffer.from(address.addressKey, 'hex'), amount: 500_000n });
      const raw = Buffer.from(maker.unsignedTx).toString('hex');
      return { address, transaction: maker.id, index: 0, raw, amount: 500_000n, isUnripe: false };
    };
    return draftBitcoin([coin(deposit), coin(treasury)], 10n, wish);
  },
  cardano: ({ treasury, deposit, wish }) => {
    const coin = (address: OwnAddress, transaction: string) => ({
      address,
      transaction,
      index: 0,
      lovelace: 5_000_000n,
      isUnripe: false,
      tokens: new Map([[`${'07'.repeat(28)}4b6f626f`, 7n]]),
    });
    const terms = { feePerByte: 44n, feeAtLeast: 155_381n, coinsPerByte: 4_310n, mostBytes: 16_384 };
    const coins = [coin(deposit, 'ab'.repeat(32)), coin(treasury, 'cd'.repeat(32))];
    return draftCardano(coins, { ...terms, invalidHereafter: 1_000 }, wish);
  },
  polkadot: ({ treasury, deposit, wish }) =>
    draftPolkadot(
      [treasury, deposit].map((address) => ({ address, free: 50_000_000_000n, nonce: 0 })),
      { fee: 15_000_000n, specVersion: 7, transactionVersion: 15 },
      wish,
    ),
  solana: ({ treasury, deposit, wish }) => {
    const held = (address: OwnAddress, asset: 'SOL@solana' | 'USDC@solana', amount: bigint) => ({
      address,
      asset,
      amount,
      isFrozen: false,
    });
    const facts = {
      holdings: [
        held(treasury, 'SOL@solana', 10n ** 9n),
        held(deposit, 'SOL@solana', 10n ** 9n),
        held(deposit, 'USDC@solana', 10n ** 9n),
      ],
      nonces: [1, 2, 3].map((at) => ({ account: keyOf(`nonce ${at}`), value: keyOf(`value ${at}`) })),
      mints: new Set<string>(),
      emptied: [{ address: deposit, asset: 'USDT@solana', lamports: 2_039_280n }],
      payees: new Map(),
      unitPrice: 10_000n,
      leastLamports: 890_880n,
    };
    return draftSolana(facts, wish);
  },
  tron: ({ treasury, deposit, wish }) => {
    const isActive = { isActive: true, energy: 0n, freeBytes: 0n, stakedBytes: 0n };
    const tokens = {
      sweeps: new Map([[termsKey(deposit, 'USDT@tron'), 65_000n]]),
      refunds: new Map(),
      refusals: new Map(),
      notes: [],
    };
    const facts = {
      block: { height: 7n, id: `${'7'.padStart(16, '0')}${'ab'.repeat(24)}`, madeAt: 1_000_000 },
      prices: { energy: 100n, byte: 1_000n, account: 1_100_000n },
      resources: new Map([[treasury.address, isActive]]),
      holdings: [
        { address: treasury, asset: 'TRX@tron' as const, amount: 10n ** 9n },
        { address: deposit, asset: 'USDT@tron' as const, amount: 10n ** 9n },
      ],
      tokens,
    };
    return draftTron(facts, wish);
  },
};

/** Where coins of deposit addresses go. */
const endsOf = (planned: Planned): readonly string[] =>
  'from' in planned
    ? planned.purpose === 'gas'
      ? []
      : [planned.payee]
    : planned.outputs.map(({ address }) => address);
const sendersOf = (planned: Planned): readonly number[] =>
  'from' in planned
    ? planned.purpose === 'gas'
      ? []
      : [planned.from.chain]
    : planned.inputs.map(({ place }) => place.chain);

test.each(Object.keys(ADDRESSES) as Network[])(
  '[D10] what the signer gets for %s ends at the cold address',
  (network) => {
    const [coldText, treasuryText, depositText] = ADDRESSES[network];
    const cold = openTreasuryWallet({
      network,
      rpcUrl: 'http://127.0.0.1:1',
      confirmations: 1,
      coldAddress: coldText,
      cardanoProjectId: undefined,
    })?.cold;
    expect(cold).toEqual(own(network, 1, coldText));
    if (cold === undefined) throw new Error('no cold address');
    const [treasury, deposit] = [own(network, 1, treasuryText), own(network, 0, depositText)];
    const wish: SpendingWish = {
      treasury,
      deposits: [deposit],
      refunds: [],
      isSweep: true,
      sweepTo: cold,
      leastOf: () => 1n,
    };
    const { transactions } = DRAFTS[network]({ cold, treasury, deposit, wish });
    expect(transactions.length).toBeGreaterThan(0);
    expect(new Set(transactions.flatMap(endsOf))).toEqual(new Set([cold.address]));
    expect(new Set(transactions.flatMap(sendersOf))).toEqual(new Set([0]));
    const plan: Plan = {
      format: PLAN_FORMAT,
      id: idFor<PlanId>('p'),
      network,
      madeAt: '',
      transactions: [...transactions],
    };
    expect(isForSigner(plan, cold)).toBe(true);
    const ofAPerson = DRAFTS[network]({ cold, treasury, deposit, wish: { ...wish, sweepTo: undefined } }).transactions;
    expect(isForSigner({ ...plan, transactions: [...ofAPerson] }, cold)).toBe(false);
  },
);
