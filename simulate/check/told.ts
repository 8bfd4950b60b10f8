import { isDust } from '@kobogate/contract';
import { formatNaira, toKobo } from '@kobogate/money';
import { Violation, type World } from '../world/world.ts';
import type { State } from './state.ts';

const ORDER_PAGE = /\/account\/(?:receipts|convert-to-naira|payment-link\/[^/]+\/payments)\/([\da-f-]{36})/;
const PAID = ' was paid to ';
const ARRIVED = ' arrived and is final';
const DECLINED = ' was declined. ';
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
    if (text.includes(DECLINED) && orders.some(({ id, status }) => id === orderId && status !== 'declined'))
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
    const sent = mails.filter(({ to, text }) => to.startsWith(user) && text.includes(ARRIVED)).length;
    if (user !== '' && sent < wanted)
      throw new Violation(`${user} has ${wanted} final deposits, and ${sent} mails that say so`);
  }
}

const transfersOf = ({ banks }: World, orderId: string) => {
  const hex = orderId.replaceAll('-', '');
  return banks.flatMap(({ books }) => [...books.values()].filter(({ reference }) => reference.includes(hex)));
};
