import { CONFIRMATIONS } from '../world/chain.ts';
import type { State } from './state.ts';
import { Violation, type World } from '../world/world.ts';

/** Once the watchers have read everything: what the books hold in custody is what is final on the chains at our addresses. */
export async function requireSameCoins(world: World, state: State): Promise<void> {
  // Behind a fence blocks are read only once the chains were asked about addresses that a restore made uncertain.
  if (state.isFenced || world.isPutBackUnseen) return;
  const ours = new Set(
    (await world.books.query<{ key: string }>('select address_key as key from deposit_address')).map(({ key }) => key),
  );
  const onChain = new Map<string, bigint>();
  for (const chain of world.chains) {
    for (let blocks = CONFIRMATIONS; blocks > 0; blocks -= 1) chain.mine();
    for (const { addressKey, asset, amount } of chain.transfers()) {
      if (ours.has(addressKey)) onChain.set(asset, (onChain.get(asset) ?? 0n) + amount);
    }
  }
  const booked = await world.books.query<{ asset: string; balance: string }>(
    `select asset, balance::text as balance from ledger_account where kind = 'custody'`,
  );
  const assets = new Set([...onChain.keys(), ...booked.map(({ asset }) => asset)]);
  for (const asset of assets) {
    const has = BigInt(booked.find((row) => row.asset === asset)?.balance ?? 0);
    const is = onChain.get(asset) ?? 0n;
    if (has !== is) throw new Violation(`custody of ${asset} is ${has} in the books and ${is} on the chain`);
  }
}
