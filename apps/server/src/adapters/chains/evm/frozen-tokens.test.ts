// On a real EVM: an address that an issuer froze is left out and named, all others move; a paused token says so.
import { findAsset, type RefundId } from '@kobogate/contract';
import { type Anvil, startAnvil } from '@kobogate/testkit/chains/evm/anvil.ts';
import { RETURN_FALSE, runtimeCode } from '@kobogate/testkit/chains/evm/contracts.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { compiledContracts } from '@kobogate/testkit/sandbox/files.ts';
import { afterAll, beforeEach, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { AbiCoder, Interface, keccak256, toBeHex, toQuantity } from 'ethers';
import type { DueRefund, OwnAddress, SpendingDraft } from '../../../custody/index.ts';
import { createEvmTreasuryWallet } from './evm-treasury-wallet.ts';

const own = (chain: 0 | 1, index: number): OwnAddress => {
  const address = `0x${String(chain + 1)}${String(index + 1).padStart(39, '0')}`;
  return { chain, index, address, addressKey: address };
};
const [treasury, rich, one, other] = [own(1, 0), own(0, 0), own(0, 1), own(0, 2)];
const deposits = [rich, one, other];
const PAYEE = `0x${'ab'.repeat(20)}`;
const ISSUER = new Interface([
  'function addBlackList(address)',
  'function blacklist(address)',
  'function pause()',
  'function balanceOf(address) view returns (uint256)',
]);
const TOKENS = [
  { currency: 'USDT', contract: 'SilentUsdt', freeze: 'addBlackList' },
  { currency: 'USDC', contract: 'PlainUsdc', freeze: 'blacklist' },
] as const;
const ABI = AbiCoder.defaultAbiCoder();
const contracts = compiledContracts();
let anvil: Anvil;
let clean: unknown;

beforeAll(async () => {
  anvil = await startAnvil(1);
  await anvil.rpc('evm_setAutomine', true);
  for (const address of [treasury.address, ...deposits.map((each) => each.address)]) {
    await anvil.rpc('anvil_setBalance', address, toQuantity(10n ** 18n));
    await anvil.rpc('anvil_impersonateAccount', address);
  }
  for (const token of TOKENS) {
    await anvil.rpc('anvil_setCode', addressOf(token.currency), contracts[token.contract]?.runtime);
    for (const [index, { address }] of deposits.entries()) {
      const amount = BigInt(1_000 - index) * 10n ** 6n;
      const slot = keccak256(ABI.encode(['address', 'uint256'], [address, 2n]));
      await anvil.rpc('anvil_setStorageAt', addressOf(token.currency), slot, toBeHex(amount, 32));
    }
  }
});
beforeEach(async () => {
  clean = await anvil.rpc('evm_snapshot');
});
afterEach(() => anvil.rpc('evm_revert', clean));
afterAll(() => anvil.stop());

const addressOf = (currency: string): string => findAsset(currency, 'ethereum')?.contract ?? '';
const send = (from: string, to: string, data: string) =>
  anvil.rpc('eth_sendTransaction', { from, to, data, gas: '0x30d40' });
const freeze = ({ currency, freeze: name }: (typeof TOKENS)[number], address: string) =>
  send(treasury.address, addressOf(currency), ISSUER.encodeFunctionData(name, [address]));
const pause = (currency: string) => send(treasury.address, addressOf(currency), ISSUER.encodeFunctionData('pause'));
const draft = (refunds: readonly DueRefund[] = []): Promise<SpendingDraft> =>
  createEvmTreasuryWallet({ network: 'ethereum', rpcUrl: anvil.url }).draft({
    treasury,
    deposits,
    refunds,
    isSweep: true,
    leastOf: () => 1n,
  });
const tokensMoved = ({ transactions }: SpendingDraft, currency: string): string[] =>
  transactions.flatMap((planned) =>
    planned.kind === 'evm' && planned.asset === `${currency}@ethereum`
      ? [`${planned.purpose} ${planned.from.address === treasury.address ? 'treasury' : planned.from.index}`]
      : [],
  );
/** Runs a draft’s transactions as they were planned, and answers how many of them the chain refused. */
async function run({ transactions }: SpendingDraft): Promise<number> {
  let refused = 0;
  for (const planned of transactions) {
    if (planned.kind !== 'evm') continue;
    const call = {
      from: planned.from.address,
      to: planned.to,
      data: planned.data,
      value: toQuantity(planned.value),
    };
    const hash = await anvil.rpc('eth_sendTransaction', { ...call, gas: toQuantity(planned.gas) });
    const receipt = await vi.waitUntil(() => anvil.rpc('eth_getTransactionReceipt', hash), { timeout: 10_000 });
    if (typeof receipt !== 'object' || receipt === null || !('status' in receipt) || receipt.status !== '0x1')
      refused += 1;
  }
  return refused;
}
const refund = (id: string, currency: 'USDT' | 'USDC', address: string): DueRefund => ({
  id: idFor<RefundId>(id),
  asset: `${currency}@ethereum`,
  amount: 5_000_000n,
  address,
});

describe.each(TOKENS)('$currency', (token) => {
  const { currency } = token;

  test('[K4] [D13] the largest holder is frozen: it is left out and named, all others move, and a refund is paid', async () => {
    await freeze(token, rich.address);
    const made = await draft([refund('r', currency, PAYEE)]);
    expect(tokensMoved(made, currency)).toEqual(['sweep 1', 'sweep 2', 'refund treasury']);
    expect(made.notes).toEqual([
      `${currency}@ethereum at ${rich.address} was left there: its issuer has frozen ${rich.address}.`,
    ]);
    expect(await run(made)).toBe(0);
  });

  test('[K4] [D13] all holders but one are frozen: that one moves', async () => {
    await freeze(token, rich.address);
    await freeze(token, one.address);
    const made = await draft();
    expect(tokensMoved(made, currency)).toEqual(['sweep 2']);
    expect(made.notes).toHaveLength(2);
    expect(await run(made)).toBe(0);
  });

  test('[D13] a paused token says so once, and holds back nothing else', async () => {
    await pause(currency);
    const made = await draft([refund('r', currency, PAYEE)]);
    expect(tokensMoved(made, currency)).toEqual([]);
    expect(made.notes).toEqual([expect.stringMatching(new RegExp(`^${currency}@ethereum is paused by its issuer`))]);
    const another = currency === 'USDT' ? 'USDC' : 'USDT';
    expect(tokensMoved(made, another)).toEqual(['sweep 0', 'sweep 1', 'sweep 2']);
    expect(await run(made)).toBe(0);
  });

  test('[D13] where the treasury itself is frozen, none of that token is planned and the plan says so', async () => {
    await freeze(token, treasury.address);
    const made = await draft([refund('r', currency, PAYEE)]);
    expect(tokensMoved(made, currency)).toEqual([]);
    expect(made.notes).toEqual([expect.stringContaining(`has frozen the treasury ${treasury.address}`)]);
    expect(await run(made)).toBe(0);
  });
});

test('[D13] a refund to an address that the issuer froze is left out and named; others are paid', async () => {
  await freeze(TOKENS[1], PAYEE);
  const made = await draft([refund('frozen', 'USDC', PAYEE), refund('fine', 'USDC', `0x${'cd'.repeat(20)}`)]);
  expect(tokensMoved(made, 'USDC')).toEqual(['sweep 0', 'sweep 1', 'sweep 2', 'refund treasury']);
  expect(made.notes).toEqual([
    expect.stringMatching(/^The refund frozen is not in the plan: its issuer has frozen 0xab/),
  ]);
  expect(await run(made)).toBe(0);
});

test('[D11] a payee whose contract refuses coins in a busy provider’s words is left out and named; the plan is made', async () => {
  const words = `0x08c379a0${ABI.encode(['string'], ['rate limit exceeded']).slice(2)}`;
  // Copies what follows the code into memory, and undoes the call with it.
  await anvil.rpc('anvil_setCode', PAYEE, `0x6064600c60003960646000fd${words.slice(2)}`);
  const made = await draft([{ ...refund('mine', 'USDC', PAYEE), asset: 'ETH@ethereum', amount: 5n }]);
  expect(tokensMoved(made, 'USDC')).toEqual(['sweep 0', 'sweep 1', 'sweep 2']);
  expect(made.notes).toEqual([expect.stringMatching(/^The refund mine is not in the plan: .* would not take it/)]);
});

test('[D1] a transfer of ours to which the token only answered false has moved nothing: it failed, as one that was undone', async () => {
  const made = await draft([refund('r', 'USDC', PAYEE)]);
  const planned = made.transactions.find((each) => each.kind === 'evm' && each.asset === 'USDC@ethereum');
  if (planned?.kind !== 'evm') throw new Error('nothing of the token is planned');
  const treasuryWallet = createEvmTreasuryWallet({ network: 'ethereum', rpcUrl: anvil.url });
  const carryOut = async () => {
    const hash = String(await send(planned.from.address, planned.to, planned.data));
    const receipt = await vi.waitUntil(() => anvil.rpc('eth_getTransactionReceipt', hash), { timeout: 10_000 });
    const { blockHash } = receipt as { blockHash: string };
    return treasuryWallet.outcome(planned, hash, blockHash);
  };
  expect(await carryOut()).toMatchObject({ isSuccess: true, fee: expect.any(BigInt) });
  await anvil.rpc('anvil_setCode', planned.to, runtimeCode(RETURN_FALSE));
  expect(await carryOut()).toMatchObject({ isSuccess: false, fee: expect.any(BigInt) });
});
