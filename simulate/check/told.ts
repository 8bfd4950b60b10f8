import { DECISION_WAITS_SECONDS, isDust } from '@kobogate/contract';
import { formatNaira, toKobo } from '@kobogate/money';
import { Violation, type World } from '../world/world.ts';
import type { DecisionState, State } from './state.ts';

const ORDER_PAGE = /\/account\/(?:receipts|convert-to-naira|payment-link\/[^/]+\/payments)\/([\da-f-]{36})/;
const PAID = ' was paid to ';
/** Of a coin that is converted, and of one that is not. */
const ARRIVED = / arrived(?: and is final|\. We don’t convert)/;
const APPROVED = ' was approved. ';
const DECLINED = ' was declined. ';
/** A refund is decided on too. */
const OF_A_REFUND = /^Your refund /;
const CAME_BACK = ' back. Your money is safe with us';

/**
 * Throws `Violation` where a person is told of a payout, in a mail or in the app, what the bank's own books do not have,
 * or of a decline that is none.
 */
export function requireTruth(world: World, { notices, orders }: State): void {
  const mails = world.around.mails.slice(world.mailsRead).map(({ text }) => text);
  world.mailsRead = world.around.mails.length;
  for (const text of [...mails, ...notices.map(({ message, page }) => `${message} ${page}`)]) {
    const [, orderId] = ORDER_PAGE.exec(text) ?? [];
    if (orderId === undefined) continue;
    if (
      text.includes(DECLINED) &&
      !OF_A_REFUND.test(text) &&
      orders.some(({ id, status }) => id === orderId && status !== 'declined')
    )
      throw new Violation(`order ${orderId} is not declined, and a person was told: ${text}`);
    const made = transfersOf(world, orderId);
    if (text.includes(PAID)) {
      const isSo = made.some(
        ({ state, amountKobo }) =>
          (state === 'paid' || state === 'reversed') && text.includes(`${formatNaira(toKobo(amountKobo))}${PAID}`),
      );
      if (!isSo) throw new Violation(`the bank did not pay, and a person was told: ${text}`);
    }
    if (text.includes(CAME_BACK) && !made.some(({ state }) => state === 'reversed' || state === 'failed'))
      throw new Violation(`nothing came back, and a person was told: ${text}`);
  }
}

/**
 * Throws `Violation` where a person is told of a decision on an order that does not stand, twice of one that does, or
 * before the time to take it back was over.
 */
export function requireStandingDecisions(world: World, state: State): void {
  const told = state.notices.flatMap((notice) => {
    const [, orderId] = ORDER_PAGE.exec(notice.page ?? '') ?? [];
    const action = OF_A_REFUND.test(notice.message)
      ? null
      : notice.message.includes(APPROVED)
        ? 'order-approved'
        : notice.message.includes(DECLINED)
          ? 'order-declined'
          : null;
    return orderId === undefined || action === null ? [] : { ...notice, orderId, action };
  });
  for (const { id: orderId } of state.orders) {
    const notices = told.filter((notice) => notice.orderId === orderId);
    if (notices.length === 0) continue;
    const acts = state.decisions.filter(({ order }) => order === orderId);
    const declines = notices.filter(({ action }) => action === 'order-declined');
    if (declines.length > 1) throw new Violation(`the decline of order ${orderId} was told ${declines.length} times`);
    // What was decided without five seconds to take it back is told at once.
    if (world.decidedAtOnce.has(orderId)) continue;
    const approvals = notices.length - declines.length;
    const standing = acts.filter((act, index) => act.action === 'order-approved' && stands(act, acts[index + 1]));
    if (approvals > standing.length)
      throw new Violation(`order ${orderId} has ${standing.length} approvals that stand, and ${approvals} were told`);
    for (const { id, action, at, message } of notices) {
      const act = acts.findLast((each) => each.action === action && isBefore(each.id, id));
      if (act !== undefined && secondsBetween(act.at, at) < DECISION_WAITS_SECONDS)
        throw new Violation(`the decision could be taken back yet, and a person was told: ${message}`);
    }
  }
}

/** Throws `Violation` where the approval of a conversion stands, and its owner was not told of it: once everything has come to its end. */
export function requireToldDecisions({ notices, orders, decisions }: State): void {
  for (const { id, kind, status } of orders) {
    const last = decisions.findLast(({ order }) => order === id);
    if (kind !== 'conversion' || status !== 'approved' || last?.action !== 'order-approved') continue;
    const isTold = notices.some(
      ({ id: notice, message, page }) =>
        message.includes(APPROVED) && page?.includes(id) === true && isBefore(last.id, notice),
    );
    if (!isTold) throw new Violation(`order ${id} is approved, and its owner was not told`);
  }
}

/** An approval that was taken back while it could be is none. */
const stands = (act: DecisionState, next: DecisionState | undefined): boolean =>
  next?.action !== 'order-approval-undone' || secondsBetween(act.at, next.at) >= DECISION_WAITS_SECONDS;

const secondsBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 1000;

/** Ids end in a number that rises with each one, in all processes together. */
const isBefore = (one: string, other: string): boolean => one.slice(-12) < other.slice(-12);

/** Throws `Violation` where an order was paid, or a deposit final, and its owner has no mail that says so: once everything has come to its end. */
export function requireMail(world: World, { orders, deposits }: State): void {
  const { mails } = world.around;
  for (const { id, payout } of orders) {
    const isTold = mails.some(({ text }) => text.includes(PAID) && text.includes(id));
    if (payout === 'paid' && !isTold)
      throw new Violation(`order ${id} was paid, and its owner has no mail that says so`);
  }
  const ended = deposits.filter(
    ({ status, isForPayment, asset, amount }) =>
      (status === 'confirmed' || status === 'reverted') && !isForPayment && !isDust(asset, BigInt(amount)),
  );
  for (const user of new Set(ended.map((deposit) => deposit.user ?? ''))) {
    const wanted = ended.filter((deposit) => deposit.user === user).length;
    const sent = mails.filter(({ to, text }) => to.startsWith(user) && ARRIVED.test(text)).length;
    if (user !== '' && sent < wanted)
      throw new Violation(`${user} has ${wanted} final deposits, and ${sent} mails that say so`);
  }
}

const transfersOf = ({ banks }: World, orderId: string) => {
  const hex = orderId.replaceAll('-', '');
  return banks.flatMap(({ books }) => [...books.values()].filter(({ reference }) => reference.includes(hex)));
};
