import { isolated, type OrderId, type UserId } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { conflict } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { findOrder, forgetApprovals, insertOrderEvents, loadOrderForUpdate, saveOrder } from './db.ts';
import { type BankAccountSnapshot, type NameVerdict, type Order, withoutApproval } from './order.ts';

/** Asks the bank for the name on a user's account. Never throws for an outside fault: that is unresolved. */
export type AskName = (
  account: Pick<BankAccountSnapshot, 'accountNumber' | 'bankCode' | 'bankName' | 'accountName'> & { userId: UserId },
) => Promise<NameVerdict>;

export interface NameDependencies {
  readonly database: Database;
  readonly askName: AskName;
}

/**
 * Why an administrator has to give a reason for paying an account; null where its bank has confirmed the name. Pure.
 */
export function describeName({ bankAccount }: Pick<Order, 'bankAccount'>): string | null {
  const { nameResolution, resolvedName, accountName, bankName } = bankAccount;
  if (nameResolution === 'resolved') return null;
  return nameResolution === 'mismatch'
    ? `${bankName} has this account under the name ${isolated(resolvedName ?? '')}, and the order says ${isolated(accountName)}.`
    : `${bankName} has not confirmed the name on this account; the order says ${isolated(accountName)}.`;
}

/**
 * Asks the bank once more for the name on the account of an order whose naira has yet to leave, where the bank has not
 * confirmed it, and saves the answer on the order. Approvals given on another answer, of its payout's retry too, are reset. Where the bank does not
 * answer, its last answer stays. Answers whether it now gives a name that was not on the order, which no administrator
 * has seen.
 */
export async function askAgain({ database, askName }: NameDependencies, orderId: OrderId): Promise<boolean> {
  const before = isId(orderId) ? await findOrder(database, orderId) : null;
  if (before === null || !isOpenQuestion(before)) return false;
  const { userId, bankAccount } = before;
  const said = await askName({ ...bankAccount, userId });
  if (said.nameResolution === 'unresolved' || isSame(said, bankAccount)) return false;
  return database.transaction(async (tx) => {
    const order = await loadOrderForUpdate(tx, orderId);
    // The account may have changed by now, or the naira may have left.
    if (order === null || !isOpenQuestion(order) || !isSameAccount(order.bankAccount, bankAccount)) return false;
    await forgetApprovals(tx, orderId);
    await saveOrder(tx, { ...withoutApproval(order), bankAccount: { ...order.bankAccount, ...said } });
    // The customer, who knows the name that they gave, sees the timeline too.
    const text =
      said.nameResolution === 'resolved'
        ? 'The bank has confirmed the name on the payout account.'
        : 'The bank has the payout account under another name than was given.';
    await insertOrderEvents(tx, [{ orderId, type: 'name-asked', text }]);
    return said.nameResolution === 'mismatch';
  });
}

/**
 * The same as `askAgain`, before a decision. Throws 409 where the bank gives a name that the administrator can't have
 * seen.
 */
export async function askBeforeDeciding(dependencies: NameDependencies, orderId: OrderId): Promise<void> {
  if (!(await askAgain(dependencies, orderId))) return;
  throw conflict(
    'The bank has just said that this account is under another name. Nothing was done; please look at the order again.',
    'changed',
  );
}

const isOpenQuestion = ({ status, payout, bankAccount }: Order): boolean =>
  bankAccount.nameResolution !== 'resolved' && (status === 'pending' || payout === 'failed' || payout === 'reversed');

const isSame = (left: NameVerdict, right: NameVerdict): boolean =>
  left.nameResolution === right.nameResolution && left.resolvedName === right.resolvedName;

const isSameAccount = (left: BankAccountSnapshot, right: BankAccountSnapshot): boolean =>
  left.accountNumber === right.accountNumber &&
  left.bankCode === right.bankCode &&
  left.accountName === right.accountName;
