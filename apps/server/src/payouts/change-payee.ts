import { type OrderId, type PayeeChoice, PRODUCT_NAME, type UserId } from '@kobogate/contract';
import { formatNaira } from '@kobogate/money';
import { requireNoFence } from '../controls/index.ts';
import { emit } from '../events.ts';
import { lockSignedIn } from '../identity/index.ts';
import { conflict, type Failure, notFound } from '../platform/errors.ts';
import { isId } from '../platform/identifiers.ts';
import { layOutMail } from '../platform/mail-layout.ts';
import type { Caller } from '../platform/route.ts';
import { findOrder, forgetApprovals, loadOrderForUpdate, type Order } from '../sales/index.ts';
import type { BankAccount } from './bank-accounts/bank-account.ts';
import { findBankAccount } from './bank-accounts/db.ts';
import type { BankDirectory } from './bank-directory.ts';
import type { BankRail } from './bank-rail.ts';
import { listPayouts, loadNewestPayout } from './db.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { payeeStateOf } from './payee.ts';
import { type Destination, isElsewhere, type Payout } from './payout.ts';
import { createPayoutWork } from './payout-work.ts';

export interface PayeeDependencies extends Pick<PayoutDependencies, 'database' | 'clock' | 'log'> {
  readonly rails: readonly Pick<BankRail, 'name'>[];
  readonly directory: Pick<BankDirectory, 'codeOn' | 'hasListOf'>;
  readonly publicOrigin: string;
}

/** Where the naira of the caller's own order goes, and whether that can be changed now. Throws 404 for any other order. */
export async function viewPayee(
  dependencies: PayeeDependencies,
  { orderId, userId }: { orderId: OrderId; userId: UserId },
): Promise<PayeeChoice> {
  const { database } = dependencies;
  const order = isId(orderId) ? await findOrder(database, orderId) : null;
  if (order?.userId !== userId) throw noSuchOrder();
  const payouts = await listPayouts(database, orderId);
  const account = await findBankAccount(database, userId);
  return presentChoice({ order, payouts, account, stuckId: await findStuck(dependencies, payouts[0] ?? null) });
}

/**
 * Has the naira of the caller's own order, whose payout failed or came back, go to their present payout account, for which they
 * gave their proof when it was saved. Nothing is sent by it: one of the team sends the payout again, or two where an order of
 * its size takes two, as approvals were for the account before. A queued payout that can't leave, because no rail pays to its
 * bank, ends by it. The owner is told by mail. A repeat changes nothing. Throws 404 for any other order; 409 if the payout
 * account is not the one that they saw, a payout is under way or paid, or an earlier one may have been paid after all; 503
 * while a fence is up; 401 if the caller has been signed out.
 */
export async function changePayee(
  dependencies: PayeeDependencies,
  { orderId, caller, ...seen }: Pick<Destination, 'accountNumber' | 'bankName'> & { orderId: OrderId; caller: Caller },
): Promise<PayeeChoice> {
  const { database, clock, publicOrigin } = dependencies;
  const stuckId = isId(orderId) ? await findStuck(dependencies, await loadNewestPayout(database, orderId)) : null;
  return database.transaction(async (tx) => {
    // A change of the payout account waits for this lock.
    const { email } = await lockSignedIn(tx, caller, clock.now());
    const order = isId(orderId) ? await loadOrderForUpdate(tx, orderId) : null;
    if (order?.userId !== caller.userId) throw noSuchOrder();
    const account = await findBankAccount(tx, caller.userId);
    if (account?.accountNumber !== seen.accountNumber || account.bankName !== seen.bankName) throw isAnother();
    const facts = { order, payouts: await listPayouts(tx, orderId), account, stuckId };
    const choice = presentChoice(facts);
    if (!isElsewhere(order.bankAccount, account)) return choice;
    const [newest] = facts.payouts;
    if (choice.state !== 'open' || newest === undefined) throw isFixed(facts.payouts);
    // A bank's list may have a payout to the account before that the books have lost: it is booked by that account.
    await requireNoFence(tx);
    const work = createPayoutWork();
    const { userId: _, updatedAt: __, ...to } = account;
    work.move(dependencies, { payout: newest, order }, { kind: 'readdress', to });
    // They were given for the account before.
    await forgetApprovals(tx, orderId);
    await emit(tx, { type: 'mail.send', payload: { to: email, ...changedMail(order, account, publicOrigin) } });
    await work.write(tx);
    return { ...choice, state: 'chosen', payee: destinationOf(account) };
  });
}

interface ChoiceFacts {
  readonly order: Order;
  readonly payouts: readonly Payout[];
  readonly account: BankAccount | null;
  /** The payout that can't leave, where the newest is one. */
  readonly stuckId: Payout['id'] | null;
}

function presentChoice({ order, payouts, account, stuckId }: ChoiceFacts): PayeeChoice {
  const payee = destinationOf(order.bankAccount);
  const present = account === null ? null : destinationOf(account);
  const isBankUnknown = stuckId !== null && payouts[0]?.id === stuckId;
  return { state: payeeStateOf({ payee, present, payouts, isBankUnknown }), payee, present };
}

const destinationOf = ({ accountNumber, bankName, accountName }: Destination): Destination => ({
  accountNumber,
  bankName,
  accountName,
});

/** The id of a queued payout to whose bank no rail pays, by the lists of all of them; null for any other. Never throws. */
async function findStuck(
  { rails, directory }: Pick<PayeeDependencies, 'rails' | 'directory'>,
  payout: Payout | null,
): Promise<Payout['id'] | null> {
  if (payout?.status !== 'queued') return null;
  for (const { name } of rails) {
    const code = await directory.codeOn(name, payout);
    if (code !== null || !directory.hasListOf(name)) return null;
  }
  return payout.id;
}

const noSuchOrder = (): Failure => notFound('There is no such order.');

const isAnother = (): Failure =>
  conflict('Your payout account is another one by now. Nothing was changed; please look at it again.', 'changed');

/** Why the account of an order stays. */
function isFixed(payouts: readonly Payout[]): Failure {
  const isDoubted = payouts.some(({ needsPerson }) => needsPerson);
  return conflict(
    isDoubted
      ? 'The bank’s answers about this payout do not match, so it may have been paid. Nothing was changed; our team asks the bank.'
      : 'No payout of this order waits for another account. Nothing was changed.',
  );
}

/** Tells the owner where the naira of an order goes from now on. Only the last four digits of the number are shown. */
function changedMail(
  { nairaKobo }: Order,
  { bankName, accountNumber }: Destination,
  publicOrigin: string,
): { subject: string; text: string; html: string } {
  const naira = formatNaira(nairaKobo);
  const subject = `Your ${PRODUCT_NAME} payout of ${naira} goes to another account`;
  const content = layOutMail({
    title: subject,
    paragraphs: [
      `The payout of ${naira} did not go through. It goes to the account that ends in ${accountNumber.slice(-4)} at ${bankName} once a person has looked at it.`,
    ],
    link: { label: 'This was not me', url: `${publicOrigin}/forgot-password` },
    reason: 'If it was you, there is nothing that you need to do.',
  });
  return { subject, ...content };
}
