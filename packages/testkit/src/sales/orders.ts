import {
  ASSETS,
  type AddressId,
  type DepositId,
  type OrderId,
  type OrderQuoteId,
  type UserId,
  type WalletId,
} from '@kobogate/contract';
import { parseRate, type Rate, toKobo } from '@kobogate/money';
import { giveAddresses, insertUnowned, takeSequence } from '@kobogate/server/src/custody/wallets/db.ts';
import { custody, customer, post } from '@kobogate/server/src/ledger/index.ts';
import type { Database } from '@kobogate/server/src/platform/database.ts';
import { newId } from '@kobogate/server/src/platform/identifiers.ts';
import type { CustomerRate } from '@kobogate/server/src/pricing/index.ts';
import { createQuoteSigner } from '@kobogate/server/src/sales/quotes/order-quote.ts';
import type { Order } from '@kobogate/server/src/sales/orders/order.ts';
import type { AskName } from '@kobogate/server/src/sales/orders/payee-name.ts';
import { idFor } from '../contract/ids.ts';

/** For tests: signs as the product does, with a key that is no secret. */
export const testQuoteSigner = createQuoteSigner(Buffer.alloc(32, 7));

/** For tests: a rate from its text. */
export function rateOf(text: string): Rate {
  const parsed = parseRate(text);
  if (!parsed.ok) throw new Error(`not a rate: ${text}`);
  return parsed.value;
}

/** For tests of decisions: a conversion of 10 USDT made at `at` with a lock of 15 minutes, nothing of it paid yet, except as said. */
export function orderMade(at: Date, facts: Partial<Order> = {}): Order {
  return {
    id: idFor<OrderId>('order'),
    kind: 'conversion',
    userId: idFor<UserId>('user'),
    walletId: idFor<WalletId>('wallet'),
    addressId: null,
    paymentLinkId: null,
    currency: 'USDT',
    network: 'ethereum',
    asset: 'USDT@ethereum',
    amount: 10_000_000n,
    rate: rateOf('1600'),
    nairaKobo: toKobo(1_600_000n),
    agreedKobo: toKobo(1_600_000n),
    rateAnswer: null,
    answerBy: null,
    spreadKobo: toKobo(0n),
    orderQuoteId: idFor<OrderQuoteId>('quote'),
    lockExpiresAt: new Date(at.getTime() + 15 * 60_000),
    status: 'pending',
    funding: 'awaiting',
    payout: 'none',
    received: 0n,
    priority: 'low',
    risk: 0,
    riskRules: [],
    bankAccount: {
      accountNumber: '0123456785',
      bankCode: '000013',
      bankName: 'GTBANK',
      accountName: 'SAMPLE PERSON',
      nameResolution: 'resolved',
      resolvedName: null,
    },
    declineReason: null,
    declineCode: null,
    decisionDueAt: null,
    heldReason: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
    ...facts,
  };
}

/**
 * For tests: today's rates of currencies, the same on every network, which the test may change. The market's is the
 * same unless told.
 */
export function createTestRates(initial: Record<string, string>) {
  const rates = new Map<string, CustomerRate>();
  const set = (currency: string, text: string | null, market = text): void => {
    for (const { code } of ASSETS.filter((asset) => asset.currency === currency)) {
      if (text === null || market === null) rates.delete(code);
      else
        rates.set(code, {
          rate: rateOf(text),
          marketRate: rateOf(market),
          evidence: 'sample',
          at: new Date(0),
          change24h: null,
        });
    }
  };
  for (const [currency, text] of Object.entries(initial)) set(currency, text);
  return { currentRates: async () => rates, set };
}

/** For tests: a bank that gives no name. */
export const silentBank: AskName = async () => ({ nameResolution: 'unresolved', resolvedName: null });

export interface TestCustomer {
  readonly userId: UserId;
  readonly addressId: AddressId;
  readonly walletId: WalletId;
}

/** For tests: a verified user with a payout account and one wallet. */
export async function insertCustomer(
  database: Database,
  { currency = 'USDT', network = 'ethereum', isAdmin = false, nameResolution = 'resolved' } = {},
): Promise<TestCustomer> {
  const [userId, addressId, walletId] = [newId<UserId>(), newId<AddressId>(), newId<WalletId>()];
  await database.query(
    `insert into app_user (id, email, email_key, first_name, last_name, phone, phone_key, password_hash, is_admin, verified_at)
     values ($1, $2, $2, 'Sample', 'Person', '08000000000', '08000000000', 'none', $3, now())`,
    [userId, `${userId}@kobogate.test`, isAdmin],
  );
  await database.query(
    `insert into bank_account (user_id, account_number, bank_code, bank_name, account_name, name_resolution)
     values ($1, '0123456785', '000013', 'GTBANK', 'SAMPLE PERSON', $2)`,
    [userId, nameResolution],
  );
  await database.transaction(async (tx) => {
    const key = `0x${addressId.replaceAll('-', '')}`;
    const addresses = [{ id: addressId, address: key, addressKey: key, index: 0 }];
    const last = await takeSequence(tx, 'evm');
    await insertUnowned(tx, { family: 'evm', keyFingerprint: key }, { last, addresses });
    await giveAddresses(tx, [{ id: addressId, userId }]);
  });
  await database.query(`insert into wallet (id, user_id, currency, network, address_id) values ($1, $2, $3, $4, $5)`, [
    walletId,
    userId,
    currency,
    network,
    addressId,
  ]);
  return { userId, addressId, walletId };
}

/** For tests: a deposit as custody leaves it; a confirmed one is credited in the ledger. */
export async function insertDeposit(
  database: Database,
  to: TestCustomer,
  deposit: { amount: bigint; asset?: string; status?: string; seenAt?: Date },
): Promise<DepositId> {
  const { amount, asset = 'USDT@ethereum', status = 'confirmed', seenAt = new Date() } = deposit;
  const id = newId<DepositId>();
  await database.transaction(async (tx) => {
    await tx.query(
      `insert into deposit (id, network, identity, transaction, block_hash, block_height, asset, address_id, user_id,
         amount, status, confirmations, confirmations_needed, seen_at)
       values ($1, $2, $3, $3, $3, 1, $4, $5, $6, $7, $8, 1, 3, $9)`,
      [id, asset.split('@')[1], `0x${id}`, asset, to.addressId, to.userId, amount, status, seenAt],
    );
    if (status === 'confirmed') await credit(tx, to.userId, asset, amount, id);
  });
  return id;
}

async function credit(tx: Parameters<typeof post>[0], userId: UserId, asset: string, amount: bigint, id: string) {
  await post(tx, [
    {
      source: 'deposit',
      sourceId: id,
      description: 'Deposit confirmed',
      transfers: [{ debit: custody(asset), credit: customer(userId, asset), amount }],
    },
  ]);
}
