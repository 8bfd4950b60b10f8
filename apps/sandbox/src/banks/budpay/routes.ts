import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { naira, readNaira } from '../amounts.ts';
import type { Banking } from '../make-transfer.ts';
import { makeTransfer, refusalOf } from '../make-transfer.ts';
import { isSame } from '../signature.ts';
import { pageOf } from '../statement.ts';
import { statusAt, transferFeeKobo } from '../transfer.ts';
import { transferData, walletEntries } from './answers.ts';
import { BUDPAY_SECRET_KEY, encryptionOf } from './signature.ts';

const BUDPAY = 'budpay';

const AccountQuery = z.object({ bank_code: z.string(), account_number: z.string().regex(/^\d{10}$/) });
const FeeQuery = z.object({ currency: z.literal('NGN'), amount: z.string() });
const TransferRequest = z.object({
  currency: z.literal('NGN'),
  amount: z.string(),
  bank_code: z.string(),
  bank_name: z.string().min(1),
  account_number: z.string().regex(/^\d{10}$/),
  narration: z.string().min(1),
  reference: z.string().min(1).max(100).optional(),
});
const PageQuery = z.object({ page: z.coerce.number().int().min(1).catch(1) });
const PER_PAGE = 20;
const REFUSALS = { duplicate: 'Reference already existed', insufficient: 'Insufficient wallet balance' };
const Payload = z.record(z.string(), z.unknown());

const failure = (message: string) => ({ success: false, message });

function requiredFields(error: z.ZodError): string {
  const fields = [...new Set(error.issues.map((issue) => issue.path.join('.')))];
  return `Missing or invalid: ${fields.join(', ') || 'the body'}`;
}

/** BudPay's payout protocol, as its public documentation describes it. Paths are relative to its /api/v2. */
export function budpayRoutes(app: FastifyInstance, banking: () => Banking): void {
  app.addHook('onRequest', async (request, reply) => {
    if (banking().behaviours.takeDown(BUDPAY)) return reply.code(503).send(failure('Service currently not available'));
    if (!isSame(request.headers.authorization ?? '', `Bearer ${BUDPAY_SECRET_KEY}`)) {
      return reply.code(401).send(failure('Authentication failed'));
    }
    return undefined;
  });

  app.get('/bank_list/NGN', () => ({
    success: true,
    message: 'Bank list retrieved',
    currency: 'NGN',
    data: banking().banks.banks.map(({ name, code }) => ({ bank_name: name, bank_code: code })),
  }));

  app.post('/account_name_verify', (request, reply) => {
    const query = AccountQuery.safeParse(request.body);
    if (!query.success) return reply.code(400).send(failure(requiredFields(query.error)));
    const name = banking().banks.accountName(query.data.bank_code, query.data.account_number);
    // An account that the bank does not know is an answer, not an error of the call.
    if (name === undefined) return reply.send(failure('Could not resolve account name. Check parameters or try again'));
    return reply.send({ success: true, message: 'Account name retrieved', data: name });
  });

  app.get('/wallet_balance/NGN', () => ({
    success: true,
    message: 'Wallet balance retrieved',
    data: { currency: 'NGN', balance: naira(banking().banks.float(BUDPAY)) },
  }));

  app.post('/payout_fee', (request, reply) => {
    const query = FeeQuery.safeParse(request.body);
    const amount = query.success ? readNaira(query.data.amount) : undefined;
    if (amount === undefined) return reply.code(400).send(failure('Missing or invalid: currency, amount'));
    return reply.send({ success: true, message: 'Payout fee retrieved', fee: naira(transferFeeKobo(amount)) });
  });

  app.get<{ Params: { reference: string } }>('/payout/:reference', (request, reply) => {
    const { reference } = request.params;
    // This one call answers with `status`, all the others with `success`, as the provider does.
    const transfer = banking().statements.find(BUDPAY, reference) ?? banking().banks.find(BUDPAY, reference);
    if (transfer === undefined) return reply.code(404).send({ status: false, message: 'Payout not found' });
    const data = transferData(transfer, statusAt(transfer, Date.now()));
    return reply.send({ status: true, message: 'Payout retrieved', data });
  });

  app.get('/wallet_transactions/NGN', (request) => {
    const { page } = PageQuery.parse(request.query);
    const entries = banking().statements.list(BUDPAY).flatMap(walletEntries);
    const { items, pages } = pageOf(entries, page, PER_PAGE);
    const data = { current_page: page, data: items, last_page: pages, per_page: PER_PAGE, total: entries.length };
    return { status: true, message: 'Transfers retrieved', data };
  });

  app.post('/bank_transfer', (request, reply) => answerTransfer(request, reply));

  async function answerTransfer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const refuse = (message: string): FastifyReply => reply.code(400).send(failure(message));
    const payload = Payload.safeParse(request.body);
    const signature = request.headers['encryption'];
    if (!payload.success || typeof signature !== 'string' || !isSame(signature, encryptionOf(payload.data))) {
      return refuse('Invalid encryption signature');
    }
    const order = TransferRequest.safeParse(payload.data);
    if (!order.success) return refuse(requiredFields(order.error));
    const amountKobo = readNaira(order.data.amount);
    if (amountKobo === undefined) return refuse('Missing or invalid: amount');
    const bank = banking().banks.banks.find(({ code }) => code === order.data.bank_code);
    if (bank === undefined) return refuse('Invalid bank code');
    const reference = order.data.reference ?? `BUD_${request.id}_${Date.now()}`;
    const refusal = refusalOf(banking(), { provider: BUDPAY, reference, amountKobo });
    if (refusal !== null) return refuse(REFUSALS[refusal]);

    const { account_number: accountNumber, narration } = order.data;
    const made = await makeTransfer(banking(), {
      provider: BUDPAY,
      reference,
      amountKobo,
      accountNumber,
      bank,
      narration,
    });
    if (made.kind === 'silent') return reply.hijack();
    if (made.as === 'server-error') return reply.code(500).send(failure('Server error'));
    const data = made.as === 'wrong-envelope' ? null : transferData(made.transfer, 'pending');
    return reply.send({ success: true, message: 'Transfer initiated successfully', data });
  }
}
