import {
  creditedAs,
  findLedgerAsset,
  type LedgerAsset,
  NETWORKS,
  type UnclaimedId,
  type UserId,
} from '@kobogate/contract';
import { checkAddress } from '@kobogate/addresses';
import { parseAmount } from '@kobogate/money';
import { recordDecision } from '../../controls/index.ts';
import { operatorFunds, post, unclaimed } from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { conflict, forbidden, notFound, ruleBroken } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { emit } from '../../events.ts';
import { collectReceivables } from '../deposits/collect-receivable.ts';
import { saveUser } from '../deposits/db.ts';
import { placeOf, worthInKobo } from '../deposits/deposit.ts';
import {
  type BookedSurplus,
  findBooked,
  lockBooked,
  saveFirstShare,
  saveShare,
  type ShareWish,
} from '../found/surpluses/db.ts';
import type { CreditDependencies } from './credit-suspense.ts';
import {
  findOwner,
  findTaken,
  findUnclaimed,
  lockUnclaimed,
  saveClaim,
  saveKept,
  saveOwner,
  type UnclaimedDeposit,
} from './db.ts';
import { giveSurplus } from './give-surplus.ts';
import { type Coins, coinsText } from './settlement.ts';

/** A part of coins that no known payment explains, in whole coins, and what was left of them as it was seen. */
interface Part {
  readonly amount: string;
  readonly left: string;
  /** What brought them, and who sent them, of a customer's coins. */
  readonly transaction?: string | undefined;
  readonly sender?: string | null | undefined;
  /** The customer's address at which they came. */
  readonly address?: string | null | undefined;
}

interface SettleInput {
  readonly id: UnclaimedId;
  readonly adminId: UserId;
  /** Of coins that no known payment explains; null for a deposit. */
  readonly part?: Part | null | undefined;
  readonly reason: string;
}

/** Coins without a known owner, locked. */
type Unclaimed =
  | { readonly of: 'deposit'; readonly deposit: UnclaimedDeposit }
  | { readonly of: 'surplus'; readonly surplus: BookedSurplus };

/**
 * Credits a customer with coins whose owner was not known, once for ever: a deposit is theirs from then on, and
 * everything continues as if it had just become final; of coins that no known payment explains a part becomes a deposit of theirs
 * (`giveSurplus`). What they owe of the coin is collected. Above the operator's
 * second threshold another administrator must say the same, and what one person has given of such coins alone counts
 * together; until then the first may say something else in its
 * place. Throws 403 for the administrator's own account and for one who may not approve this amount
 * yet, 404 without such coins or customer, 409 where they are not final, have an owner by now, less is left of them, or the first
 * administrator said something else, 422 without a part where that is needed.
 */
export async function creditUnclaimed(
  dependencies: CreditDependencies,
  { email, ...input }: SettleInput & { readonly email: string },
): Promise<'settled' | 'waits'> {
  return settle(dependencies, input, async (tx) => {
    const userId = await findOwner(tx, email);
    if (userId === null) throw notFound('There is no account with this e-mail address.');
    if (userId === input.adminId)
      throw forbidden('This is your own account, so another person of the team has to decide on these coins.');
    return userId;
  });
}

/** Books coins whose owner was not known as the operator's own, once for ever, in the same way. Throws as `creditUnclaimed`. */
export async function takeUnclaimed(
  dependencies: CreditDependencies,
  input: SettleInput,
): Promise<'settled' | 'waits'> {
  return settle(dependencies, input, () => Promise.resolve(null));
}

/**
 * Records why coins without a known owner stay where they are: they are no work any more, and may be decided on later. Moves
 * nothing. What the administrator said as the first of two is withdrawn. Throws 404 without such coins, 409 where they have an owner
 * by now, or a colleague has said whose they are.
 */
export async function keepUnclaimed(
  { database }: Pick<CreditDependencies, 'database'>,
  { id, adminId, reason }: Omit<SettleInput, 'part'>,
): Promise<void> {
  await database.transaction(async (tx) => {
    const coins = await lockCoins(tx, id);
    const { first } = coins.of === 'deposit' ? coins.deposit : coins.surplus;
    if (first !== null && first.adminId !== adminId) {
      throw conflict(`${whose(first)}, as the first of two people. Nothing was changed; please agree on it.`);
    }
    const kept = coins.of === 'deposit' ? coins.deposit : { asset: coins.surplus.asset, amount: coins.surplus.left };
    if (coins.of === 'deposit') await saveKept(tx, { id: coins.deposit.id, adminId, reason });
    else {
      const nobody = { ...OF_NOTHING, userId: null, depositId: null, agreedBy: null };
      await saveShare(tx, coins.surplus.id, { ...nobody, kind: 'suspense', amount: kept.amount, adminId, reason });
    }
    await recordDecision(tx, {
      action: 'deposit-kept',
      adminId,
      userId: adminId,
      reason: `${coinsText(kept)}: ${reason}`,
    });
  });
}

async function settle(
  { database, currentRates }: CreditDependencies,
  { id, adminId, part = null, reason }: SettleInput,
  findUser: (tx: Transaction) => Promise<UserId | null>,
): Promise<'settled' | 'waits'> {
  const rates = await currentRates();
  return database.transaction(async (tx) => {
    const coins = await lockCoins(tx, id);
    const userId = await findUser(tx);
    const wish = readWish(coins, userId, part);
    const { asset } = coins.of === 'deposit' ? coins.deposit : coins.surplus;
    const { first } = coins.of === 'deposit' ? coins.deposit : coins.surplus;
    const isSame = first !== null && isSameWish(coins, wish);
    const isCorrection = first?.adminId === adminId && !isSame;
    // A deposit that is credited is named by its customer.
    const says =
      coins.of === 'deposit' && userId !== null ? reason : `${coinsText({ asset, amount: wish.amount })}: ${reason}`;
    const approval = await recordDecision(tx, {
      action: userId === null ? 'deposit-taken' : 'deposit-credited',
      adminId,
      userId: userId ?? adminId,
      reason: says,
      second: {
        thing: 'coins',
        // Else one person could give all of it in parts that are each small enough.
        nairaKobo: worthInKobo([valued({ asset, amount: wish.amount + givenAlone(coins) })], rates),
        firstApprover: isCorrection ? null : (first?.adminId ?? null),
        action: userId === null ? 'deposit-first-taken' : 'deposit-owner-named',
      },
    });
    if (approval === 'second' && !isSame) throw saidAnother(coins);
    if (approval === 'first') {
      if (coins.of === 'surplus') await saveFirstShare(tx, coins.surplus.id, { ...wish, adminId, reason });
      else await saveClaim(tx, { id: coins.deposit.id, owner: wish.owner, userId, adminId, reason });
      return 'waits';
    }
    const agreedBy = approval === 'second' ? (first?.adminId ?? null) : null;
    if (coins.of === 'deposit') await settleDeposit(tx, coins.deposit, { userId, adminId, reason, agreedBy });
    else await settleSurplus(tx, coins.surplus, { wish, adminId, reason, agreedBy });
    return 'settled';
  });
}

/** Throws 404 without such coins, and 409 where they are not final, or have an owner. */
async function lockCoins(tx: Transaction, id: UnclaimedId): Promise<Unclaimed> {
  if (!isId(id)) throw nothingThere();
  const deposit = await lockUnclaimed(tx, id);
  if (deposit !== null) {
    if (deposit.isSettled) throw conflict('These coins have an owner already. Nothing was changed.');
    if (deposit.status !== 'confirmed') {
      throw conflict(
        'These coins are not final yet, or the chain has taken them back. Nothing was changed; please look again.',
      );
    }
    return { of: 'deposit', deposit };
  }
  const surplus = await lockBooked(tx, id);
  if (surplus === null) throw nothingThere();
  if (surplus.left === 0n)
    throw conflict(
      'Nothing is left of these coins: they have an owner already, or the chain took them back. Nothing was changed.',
    );
  return { of: 'surplus', surplus };
}

/** What one person has given of them alone before. Pure. */
const givenAlone = (coins: Unclaimed): bigint => (coins.of === 'surplus' ? coins.surplus.alone : 0n);

/** Where no more is to be said than whose they are. */
const OF_NOTHING = { transaction: null, sender: null, address: null };

const nothingThere = () => notFound('There are no such coins.');

/** What is said of the coins. Throws 422 for a part that can't be, 409 where another amount is left than was seen. Pure. */
function readWish(coins: Unclaimed, userId: UserId | null, part: Part | null): ShareWish {
  const owner = userId === null ? 'operator' : 'customer';
  if (coins.of === 'deposit') {
    return { owner, userId, amount: coins.deposit.amount, ...OF_NOTHING };
  }
  const { surplus } = coins;
  const asset = findLedgerAsset(surplus.asset);
  if (asset === undefined) throw new Error(`no such asset: ${surplus.asset}`);
  if (part === null) throw ruleBroken('Please say how much of these coins it is, and how much of them you saw.');
  const [amount, left] = [part.amount, part.left].map((typed) => parseAmount(typed, asset.decimals));
  if (amount?.ok !== true || amount.value === 0n) throw ruleBroken('Please give an amount above zero, in whole coins.');
  if (left?.ok !== true || left.value !== surplus.left) {
    throw conflict(
      `${coinsText({ asset: surplus.asset, amount: surplus.left })} of these are left by now. Nothing was changed; please look again.`,
    );
  }
  if (amount.value > surplus.left) throw ruleBroken('That is more than is left of these coins.');
  if (amount.value > surplus.left - surplus.awaited) {
    const awaited = coinsText({ asset: surplus.asset, amount: surplus.awaited });
    throw conflict(
      `A payment of ${awaited} of these coins was read since, and is not final yet: they go to its own address’s owner. Nothing was changed.`,
    );
  }
  if (userId === null) return { owner, userId, amount: amount.value, ...OF_NOTHING };
  const transaction = (part.transaction ?? '').trim();
  if (transaction === '')
    throw ruleBroken('Please give the transaction that brought them, or the block where there is none.');
  const address = (part.address ?? '').trim();
  const sender = readSender(asset, part.sender ?? '');
  return { owner, userId, amount: amount.value, transaction, sender, address: address === '' ? null : address };
}

function readSender({ network }: LedgerAsset, typed: string): string | null {
  if (typed.trim() === '') return null;
  const checked = checkAddress(NETWORKS[network].family, typed.trim(), NETWORKS[network].name);
  if ('problem' in checked) throw ruleBroken(checked.problem, 'address-wrong');
  return checked.addressKey;
}

/** Whether the first of two people said the same. Pure. */
function isSameWish(coins: Unclaimed, wish: ShareWish): boolean {
  const { first } = coins.of === 'deposit' ? coins.deposit : coins.surplus;
  if (first?.owner !== wish.owner || first.userId !== wish.userId) return false;
  if (coins.of === 'deposit') return true;
  const said = coins.surplus.first;
  return (
    said?.amount === wish.amount &&
    said.transaction === wish.transaction &&
    said.sender === wish.sender &&
    said.address === wish.address
  );
}

const whose = ({ email }: { readonly email: string }): string =>
  email === '' ? 'The first of you said that they are the operator’s own' : `The first of you named ${email}`;

function saidAnother(coins: Unclaimed) {
  const { first } = coins.of === 'deposit' ? coins.deposit : coins.surplus;
  const of =
    coins.of === 'surplus' && coins.surplus.first !== null
      ? ` for ${coinsText({ asset: coins.surplus.asset, amount: coins.surplus.first.amount })}, with another transaction, sender or address it may be`
      : '';
  return conflict(
    `${whose({ email: first?.email ?? '' })}${of}. Nothing was credited; please agree on whose these coins are. The first can say something else.`,
  );
}

interface Agreed {
  readonly adminId: UserId;
  readonly reason: string;
  /** The first of two people who said it; null: one decided alone. */
  readonly agreedBy: UserId | null;
}

async function settleDeposit(
  tx: Transaction,
  { id, asset, amount, returnId }: UnclaimedDeposit,
  { userId, ...said }: Agreed & { readonly userId: UserId | null },
): Promise<void> {
  // One name for both ends: the coins get one owner, also if two people decide, or two versions of the program. Once they were the
  // operator's that name is used: the next owner is another, and each time that they become the operator's again has its own.
  const isCorrected = returnId !== null && userId !== null;
  const [result] = await post(tx, [
    {
      source: isCorrected ? 'deposit-owner-corrected' : 'deposit-owner-found',
      sourceId: isCorrected ? id : (returnId ?? id),
      description: 'The owner of a deposit was found',
      transfers: [
        { debit: unclaimed(asset), credit: userId === null ? operatorFunds(asset) : placeOf(userId, asset), amount },
      ],
    },
  ]);
  // It has no owner, so that one that is posted already is of another decision: nothing would be booked for this one.
  if (result?.ok !== true || result.outcome !== 'posted')
    throw new Error('the ledger did not credit coins whose owner was found');
  await saveOwner(tx, { id, owner: userId === null ? 'operator' : 'customer', userId, ...said });
  if (userId === null) return;
  await collectReceivables(tx, [{ userId, asset }]);
  await saveUser(tx, id, userId);
  await emit(tx, { type: 'deposit.confirmed', payload: { depositId: id } });
}

async function settleSurplus(
  tx: Transaction,
  surplus: BookedSurplus,
  { wish, ...said }: Agreed & { readonly wish: ShareWish },
): Promise<void> {
  const { userId } = wish;
  if (userId !== null) {
    const depositId = await giveSurplus(tx, surplus, { ...wish, userId });
    await saveShare(tx, surplus.id, { ...wish, ...said, kind: 'customer', depositId });
    return;
  }
  const id = await saveShare(tx, surplus.id, { ...wish, ...said, kind: 'operator', depositId: null });
  const { asset } = surplus;
  const [result] = await post(tx, [
    {
      source: 'surplus-taken',
      sourceId: id,
      description: 'Coins that no known payment explains are the operator’s own',
      transfers: [{ debit: unclaimed(asset), credit: operatorFunds(asset), amount: wish.amount }],
    },
  ]);
  if (result?.ok !== true) throw new Error('the ledger refused to book coins as the operator’s own');
}

/** The value of these coins, or of this part of them, at today's rates, in kobo; null where no rate can be trusted, or there are none. */
export async function worthOfUnclaimed(
  { database, currentRates }: CreditDependencies,
  id: UnclaimedId,
  part: Pick<Part, 'amount'> | null = null,
): Promise<bigint | null> {
  const coins = isId(id)
    ? ((await findTaken(database, id)) ?? (await findUnclaimed(database, id)) ?? (await findPart(database, id, part)))
    : null;
  return coins === null ? null : worthInKobo([valued(coins)], await currentRates());
}

/** A token that is credited as its twin has its worth. Pure. */
export function valued({ asset, amount }: Coins): Coins {
  const code = findLedgerAsset(asset)?.code;
  return { asset: code === undefined ? asset : creditedAs(code), amount };
}

async function findPart(
  database: CreditDependencies['database'],
  id: UnclaimedId,
  part: Pick<Part, 'amount'> | null,
): Promise<{ asset: string; amount: bigint } | null> {
  const surplus = await findBooked(database, id);
  if (surplus === null) return null;
  const parsed = parseAmount(part?.amount ?? '', findLedgerAsset(surplus.asset)?.decimals ?? 0);
  return { asset: surplus.asset, amount: (parsed.ok ? parsed.value : surplus.left) + surplus.alone };
}
