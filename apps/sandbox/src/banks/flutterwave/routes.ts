import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { nairaNumber, readNaira } from '../amounts.ts';
import type { Banking } from '../make-transfer.ts';
import { makeTransfer, refusalOf } from '../make-transfer.ts';
import { isSame } from '../signature.ts';
import { pageOf } from '../statement.ts';
import { statusAt } from '../transfer.ts';
import { FLUTTERWAVE_SECRET_KEY, transferData } from './answers.ts';

const FLUTTERWAVE = 'flutterwave';

const accountNumber = z.string().regex(/^\d{10}$/);
const AccountQuery = z.object({ account_number: accountNumber, account_bank: z.string() });
const TransferRequest = z.object({
  account_bank: z.string(),
  account_number: accountNumber,
  amount: z.string(),
  narration: z.string().max(100).optional(),
  currency: z.literal('NGN'),
  debit_currency: z.literal('NGN').optional(),
  reference: z.string().min(1).max(100),
});
const day = z.iso.date().transform((text) => Date.parse(`${text}T00:00:00Z`));
const TransferQuery = z.object({
  reference: z.string().optional(),
  page: z.coerce.number().int().min(1).default(1),
  from: day.optional(),
  to: day.optional(),
});
const PER_PAGE = 20;
const DAY_MS = 86_400_000;
const REFUSALS = {
  duplicate: 'Transfer with this reference already exists',
  insufficient: 'Insufficient funds in customer wallet',
};

const success = (message: string, data: unknown) => ({ status: 'success', message, data });
const failure = (message: string) => ({ status: 'error', message, data: null });
const pageInfo = (total: number, page: number, pages: number) => ({
  page_info: { total, current_page: page, total_pages: pages },
});

/** Flutterwave's v3 transfer protocol, as its public documentation describes it. Amounts are naira as JSON numbers. */
export function flutterwaveRoutes(app: FastifyInstance, banking: () => Banking): void {
  app.addHook('onRequest', async (request, reply) => {
    if (banking().behaviours.takeDown(FLUTTERWAVE)) return reply.code(503).send(failure('Service unavailable'));
    if (!isSame(request.headers.authorization ?? '', `Bearer ${FLUTTERWAVE_SECRET_KEY}`)) {
      return reply.code(401).send(failure('Invalid authorization key'));
    }
    return undefined;
  });
  const bankOf = (code: string) => banking().banks.banks.find(({ localCode }) => localCode === code);

  app.get('/banks/NG', () =>
    success(
      'Banks fetched successfully',
      banking().banks.banks.flatMap(({ name, localCode }, id) =>
        localCode === undefined ? [] : [{ id, code: localCode, name }],
      ),
    ),
  );

  app.post('/accounts/resolve', (request, reply) => {
    const query = AccountQuery.safeParse(request.body);
    const bank = query.success ? bankOf(query.data.account_bank) : undefined;
    const number = query.success ? query.data.account_number : '';
    const name = bank === undefined ? undefined : banking().banks.accountName(bank.code, number);
    if (name === undefined) {
      return reply.code(400).send(failure('Sorry, recipient account could not be validated. Please try again'));
    }
    return reply.send(success('Account details fetched', { account_number: number, account_name: name }));
  });

  app.get('/balances/NGN', () => {
    const balance = nairaNumber(banking().banks.float(FLUTTERWAVE));
    const data = { currency: 'NGN', available_balance: balance, ledger_balance: balance };
    return success('Wallet balance fetched', data);
  });

  app.get('/transfers', (request, reply) => {
    const query = TransferQuery.safeParse(request.query);
    if (!query.success) return reply.code(400).send(failure('Invalid date or page'));
    const { reference, page, from, to } = query.data;
    if (reference !== undefined) {
      const transfer = banking().banks.find(FLUTTERWAVE, reference);
      const data = transfer === undefined ? [] : [transferData(transfer, statusAt(transfer, Date.now()))];
      return { ...success('Transfers fetched', data), meta: pageInfo(data.length, 1, 1) };
    }
    // Both days are included.
    const lines = banking().statements.list(FLUTTERWAVE, from, to === undefined ? undefined : to + DAY_MS);
    const { items, pages } = pageOf(lines, page, PER_PAGE);
    const data = items.map(({ id, transfer, status }) => Object.assign(transferData(transfer, status), { id }));
    return { ...success('Transfers fetched', data), meta: pageInfo(lines.length, page, pages) };
  });

  app.post('/transfers', (request, reply) => answerTransfer(request, reply));

  async function answerTransfer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const refuse = (message: string): FastifyReply => reply.code(400).send(failure(message));
    const order = TransferRequest.safeParse(request.body);
    if (!order.success) return refuse(`${String(order.error.issues[0]?.path[0] ?? 'body')} is required`);
    const { reference, account_number: number, narration = '' } = order.data;
    const amountKobo = readNaira(order.data.amount);
    if (amountKobo === undefined) return refuse('Invalid amount');
    const bank = bankOf(order.data.account_bank);
    if (bank === undefined) return refuse('Invalid bank code');
    const refusal = refusalOf(banking(), { provider: FLUTTERWAVE, reference, amountKobo });
    if (refusal !== null) return refuse(REFUSALS[refusal]);

    const made = await makeTransfer(banking(), {
      provider: FLUTTERWAVE,
      reference,
      amountKobo,
      accountNumber: number,
      bank,
      narration,
    });
    if (made.kind === 'silent') return reply.hijack();
    if (made.as === 'server-error') return reply.code(500).send(failure('An error occurred, please try again'));
    const data = made.as === 'wrong-envelope' ? null : transferData(made.transfer, 'pending', 'NEW');
    return reply.send(success('Transfer Queued Successfully', data));
  }
}
