import { polkadotAddress } from '@kobogate/addresses';
import {
  accountKey,
  type EventRecord,
  EXISTENTIAL_DEPOSIT,
  hash256,
  readAccount,
  readTransfer,
  toHex,
  writeAccount,
} from '@kobogate/substrate';
import { FEE } from './faucet.ts';
import { EVENTS, inExtrinsic, outsideExtrinsics } from './node/events.ts';

/** The extrinsics' effect on the state, and which of them could be in the block at all. */
export interface Execution {
  readonly extrinsics: readonly Uint8Array[];
  readonly events: readonly EventRecord[];
  readonly state: ReadonlyMap<string, Uint8Array>;
}

/**
 * Executes transfers on a state, as Asset Hub does. The fee is paid and the extrinsic counted even if the transfer fails. It
 * fails if it would leave its sender with less than 0.01 DOT or less than it has locked, or a new account with less than 0.01
 * DOT. One with a wrong nonce is left out. Pure.
 */
export function execute(before: ReadonlyMap<string, Uint8Array>, wanted: readonly Uint8Array[]): Execution {
  const state = new Map<string, Uint8Array>();
  const extrinsics: Uint8Array[] = [];
  const events: EventRecord[] = [];
  const load = (account: Uint8Array) => {
    const key = accountKey(account);
    return readAccount(state.get(key) ?? before.get(key));
  };

  for (const extrinsic of wanted) {
    const transfer = readTransfer(extrinsic);
    if (transfer === null) continue;
    const { from, to, amount, nonce } = transfer;
    const sender = load(from);
    if (nonce !== sender.nonce || sender.free < FEE) continue;
    extrinsics.push(extrinsic);
    const place = extrinsics.length;
    const [sends, receives] = [polkadotAddress(from).address, polkadotAddress(to).address];
    const receiver = load(to);
    const isTooLittle = !receiver.exists && amount > 0n && amount < EXISTENTIAL_DEPOSIT;
    const kept = sender.locked > EXISTENTIAL_DEPOSIT ? sender.locked : EXISTENTIAL_DEPOSIT;
    const isFailed = isTooLittle || sender.free < amount + FEE + kept;
    const moved = isFailed ? 0n : amount;
    state.set(accountKey(from), writeAccount({ ...sender, nonce: nonce + 1, free: sender.free - FEE - moved }));
    if (moved > 0n) {
      // Read again: a sender may pay itself.
      const theirs = load(to);
      state.set(accountKey(to), writeAccount({ ...theirs, free: theirs.free + moved }));
    }
    const isNew = !receiver.exists && moved > 0n;
    events.push(
      ...inExtrinsic(
        place,
        EVENTS.withdraw(sends, FEE),
        ...(isNew ? [EVENTS.newAccount(receives), EVENTS.endowed(receives, amount)] : []),
        ...(isFailed ? [] : [EVENTS.transfer(sends, receives, amount)]),
        EVENTS.feePaid(sends, FEE),
        isFailed ? EVENTS.failed() : EVENTS.succeeded(),
      ),
    );
  }
  return { extrinsics, events, state };
}

/** The parachain whose message brings coins from another chain: Hydration's id. */
const FROM_PARA = 2034;

/** Coins that a message of another chain brings into an account. */
export interface Arrival {
  readonly to: Uint8Array;
  readonly amount: bigint;
}

/**
 * The effect of such a message at the beginning of a block, with the events that Asset Hub writes since runtime 2.2.0:
 * the account is credited by a deposit, outside of any extrinsic. Pure.
 */
export function receive(
  before: ReadonlyMap<string, Uint8Array>,
  { to, amount }: Arrival,
  salt: number,
): Pick<Execution, 'events' | 'state'> {
  const account = readAccount(before.get(accountKey(to)));
  const { address } = polkadotAddress(to);
  const events = outsideExtrinsics(
    'Initialization',
    ...(account.exists ? [] : [EVENTS.newAccount(address), EVENTS.endowed(address, amount)]),
    EVENTS.deposit(address, amount),
    EVENTS.messageProcessed(toHex(hash256(Buffer.from(`message ${salt}`))), FROM_PARA),
  );
  return { events, state: new Map([[accountKey(to), writeAccount({ ...account, free: account.free + amount })]]) };
}
