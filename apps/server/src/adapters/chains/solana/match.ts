import { associatedTokenAccount } from '@kobogate/addresses';
import { ASSETS, type LedgerAsset, STRAY_ASSETS } from '@kobogate/contract';
import { NodeFault, type Transfer } from '../../../custody/index.ts';
import { garbage } from '../fields.ts';
import { readCount, readKey, readUnits, type SolanaTransaction, type TokenBalance } from './read-block.ts';

const ASSETS_HERE: readonly LedgerAsset[] = [...ASSETS, ...STRAY_ASSETS].filter(({ network }) => network === 'solana');
const COIN = ASSETS_HERE.find(({ contract }) => contract === null);
/** By mint: exactly these, whatever names others use. Wrapped SOL is not among them. */
const TOKENS: ReadonlyMap<string, LedgerAsset> = new Map(
  ASSETS_HERE.flatMap((asset) => (asset.contract === null ? [] : [[asset.contract, asset] as const])),
);

/**
 * The addresses in a block that may have been paid: its accounts whose balance grew, and the owners of our tokens.
 * Pure.
 */
export function payable(transactions: readonly SolanaTransaction[]): Set<string> {
  const keys = new Set<string>();
  for (const { accounts, tokensAfter } of transactions) {
    for (const { address, before, after } of accounts) if (mayHaveGained(before, after)) keys.add(address);
    for (const balance of tokensAfter) if (TOKENS.has(balance.mint)) keys.add(ownerOf(balance));
  }
  return keys;
}

/**
 * The balance increases of our addresses by successful transactions: lamports on the address, tokens on its associated
 * account. A token account counts only where its address is the one derived from our address and the mint, besides
 * naming us as its owner: other people's accounts can be made to name us. A transaction that our own key signed pays
 * nothing: what a sweep gives back, such as the rent of a closed account, is not the customer's. Throws `NodeFault`.
 * Pure.
 */
export function transfersIn(
  transactions: readonly SolanaTransaction[],
  ours: { has(address: string): boolean },
): Transfer[] {
  return transactions.flatMap((transaction) => {
    const { signature, accounts, tokensAfter, tokensBefore } = transaction;
    const signers = new Set(accounts.filter(({ isSigner }) => isSigner).map(({ address }) => address));
    const sources = [...signers, ...tokensBefore.flatMap(({ mint, owner }) => (TOKENS.has(mint) ? String(owner) : []))];
    const isPaid = (address: string): boolean => ours.has(address) && !signers.has(address);
    const paid = (account: string, addressKey: string, asset: LedgerAsset, amount: bigint): Transfer[] =>
      amount <= 0n
        ? []
        : [
            {
              identity: `${signature}:${account}:${asset.contract ?? 'native'}`,
              transaction: signature,
              sender: accounts[0]?.address ?? garbage('accountKeys'),
              asset: asset.code,
              addressKey,
              amount,
              senders: sources.filter((address) => address !== addressKey),
            },
          ];
    const coins = accounts
      .filter(({ address, before, after }) => mayHaveGained(before, after) && isPaid(address))
      .flatMap(({ address, before, after }) =>
        COIN === undefined
          ? []
          : paid(address, address, COIN, readCount(after, 'balance') - readCount(before, 'balance')),
      );
    const tokens = tokensAfter.flatMap((balance) => {
      const asset = TOKENS.get(balance.mint);
      if (asset === undefined || !isPaid(ownerOf(balance))) return [];
      const owner = ownerOf(balance);
      const account = accounts[balance.accountIndex]?.address ?? garbage('accountIndex');
      if (account !== associatedTokenAccount(owner, balance.mint)) return [];
      const before = tokensBefore.filter(
        ({ accountIndex, mint }) => accountIndex === balance.accountIndex && mint === balance.mint,
      );
      const sum = before.reduce((total, one) => total + unitsOf(one, asset), 0n);
      return paid(account, owner, asset, unitsOf(balance, asset) - sum);
    });
    return [...coins, ...tokens];
  });
}

/** Whether to look closer, which refuses a balance that is not a number of lamports that JSON holds exactly. */
const mayHaveGained = (before: unknown, after: unknown): boolean =>
  !isExact(before) || !isExact(after) || after > before;

const isExact = (balance: unknown): balance is number => Number.isSafeInteger(balance) && Number(balance) >= 0;

// Nodes have reported the owner since 2021; without it a payment would be overlooked.
const ownerOf = ({ owner }: TokenBalance): string => readKey(owner, "token account's owner");

function unitsOf({ amount, decimals }: TokenBalance, asset: LedgerAsset): bigint {
  if (decimals !== asset.decimals) {
    throw new NodeFault(
      `The node says that ${asset.currency} has other decimals than our table says. Nothing of it was counted.`,
    );
  }
  return readUnits(amount);
}
