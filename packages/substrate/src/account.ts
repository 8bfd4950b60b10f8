import { Blake2128Concat, Bytes, Storage, Struct, u128, u32 } from '@polkadot-api/substrate-bindings';

/** Set where an account's holds are counted as they are today (pallet-balances, ExtraFlags). */
const NEW_LOGIC = 1n << 127n;

const info = Struct({
  nonce: u32,
  consumers: u32,
  providers: u32,
  sufficients: u32,
  free: u128,
  reserved: u128,
  frozen: u128,
  flags: u128,
});
const storage = Storage('System')('Account', [Bytes(32), Blake2128Concat]);

/** An account as the state has it: how many extrinsics it has signed, and what it holds in planck. */
export interface Account {
  readonly nonce: number;
  /** What is not reserved for something else. */
  readonly free: bigint;
  /** The part of it that may not leave: locked by a vote or a vesting schedule, which anybody can send coins under. */
  readonly locked: bigint;
}

/** The storage key of an account. */
export const accountKey = (account: Uint8Array): string => storage.enc(account);

/** The account under that key; one without an entry holds nothing. */
export function readAccount(bytes: Uint8Array | undefined): Account & { readonly exists: boolean } {
  if (bytes === undefined) return { nonce: 0, free: 0n, locked: 0n, exists: false };
  const { nonce, free, reserved, frozen } = info.dec(bytes);
  // What is reserved counts towards what is frozen (pallet-balances, reducible_balance).
  const locked = frozen > reserved ? frozen - reserved : 0n;
  return { nonce, free, locked: locked < free ? locked : free, exists: true };
}

/** The account in the bytes of the state. */
export const writeAccount = ({ nonce, free, locked: frozen }: Account): Uint8Array =>
  info.enc({ nonce, consumers: 0, providers: 1, sufficients: 0, free, reserved: 0n, frozen, flags: NEW_LOGIC });
