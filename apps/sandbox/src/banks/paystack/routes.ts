import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Banking } from '../make-transfer.ts';
import { makeTransfer, refusalOf } from '../make-transfer.ts';
import { isSame } from '../signature.ts';
import { pageOf } from '../statement.ts';
import { statusAt } from '../transfer.ts';
import { PAYSTACK_SECRET_KEY, readRecipient, recipientCode, transferData } from './answers.ts';

const PAYSTACK = 'paystack';

const accountNumber = z.string().regex(/^\d{10}$/);
const AccountQuery = z.object({ account_number: accountNumber, bank_code: z.string() });
const RecipientRequest = z.object({
  type: z.literal('nuban'),
  name: z.string().min(1),
  account_number: accountNumber,
  bank_code: z.string(),
  currency: z.literal('NGN'),
});
const TransferRequest = z.object({
  source: z.literal('balance'),
  amount: z.string().regex(/^[1-9]\d*$/),
  recipient: z.string(),
  reference: z.string().regex(/^[a-z0-9_-]{16,50}$/),
  reason: z.string().optional(),
  currency: z.literal('NGN').optional(),
});
const instant = z.iso.datetime().transform((text) => Date.parse(text));
const ListQuery = z.object({
  perPage: z.coerce.number().int().min(1).max(100).default(50),
  page: z.coerce.number().int().min(1).default(1),
  from: instant.optional(),
  to: instant.optional(),
});
const REFUSALS = {
  duplicate: {
    message: 'Please provide a unique reference. Reference already exists on a transfer',
    code: 'duplicate_reference',
  },
  insufficient: { message: 'Your balance is not enough to fulfil this request', code: 'insufficient_balance' },
};

const success = (message: string, data: unknown) => ({ status: true, message, data });
const failure = (message: string, code = 'invalid_params') => ({
  status: false,
  message,
  meta: { nextStep: 'Check the request and try again' },
  type: 'validation_error',
  code,
});

/** Paystack's transfer protocol, as its public documentation describes it. Amounts are whole kobo. */
export function paystackRoutes(app: FastifyInstance, banking: () => Banking): void {
  app.addHook('onRequest', async (request, reply) => {
    if (banking().behaviours.takeDown(PAYSTACK)) {
      return reply.code(503).send({ ...failure('Service unavailable', 'unavailable'), type: 'api_error' });
    }
    if (!isSame(request.headers.authorization ?? '', `Bearer ${PAYSTACK_SECRET_KEY}`)) {
      return reply.code(401).send(failure('Invalid key', 'invalid_Key'));
    }
    return undefined;
  });
  const localBanks = () => banking().banks.banks.filter(({ localCode }) => localCode !== undefined);
  const bankOf = (code: string) => localBanks().find(({ localCode }) => localCode === code);

  app.get('/bank', () =>
    success(
      'Banks retrieved',
      localBanks().map(({ name, code, localCode }, id) => ({
        id,
        name,
        slug: name.toLowerCase().replaceAll(/\W+/g, '-'),
        code: localCode,
        longcode: code,
        active: true,
        country: 'Nigeria',
        currency: 'NGN',
        type: 'nuban',
      })),
    ),
  );

  app.get('/bank/resolve', (request, reply) => {
    const query = AccountQuery.safeParse(request.query);
    const bank = query.success ? bankOf(query.data.bank_code) : undefined;
    if (!query.success || bank === undefined) return reply.code(400).send(failure('Unknown bank code'));
    const number = query.data.account_number;
    const name = banking().banks.accountName(bank.code, number);
    if (name === undefined) {
      return reply.code(422).send(failure('Could not resolve account name. Check parameters or try again.'));
    }
    return reply.send(success('Account number resolved', { account_number: number, account_name: name }));
  });

  app.get('/balance', () =>
    success('Balances retrieved', [{ currency: 'NGN', balance: Number(banking().banks.float(PAYSTACK)) }]),
  );

  app.post('/transferrecipient', (request, reply) => {
    const order = RecipientRequest.safeParse(request.body);
    const bank = order.success ? bankOf(order.data.bank_code) : undefined;
    if (!order.success || bank === undefined) return reply.code(400).send(failure('Account details are invalid'));
    const { account_number: number, bank_code: code, name } = order.data;
    const details = { account_number: number, account_name: name, bank_code: code, bank_name: bank.name };
    const data = { type: 'nuban', active: true, currency: 'NGN', name, details };
    return reply
      .code(201)
      .send(
        success('Transfer recipient created successfully', { ...data, recipient_code: recipientCode(code, number) }),
      );
  });

  app.get<{ Params: { reference: string } }>('/transfer/verify/:reference', (request, reply) => {
    const transfer = banking().banks.find(PAYSTACK, request.params.reference);
    if (transfer === undefined) return reply.code(404).send(failure('Transfer not found', 'transfer_not_found'));
    return reply.send(success('Transfer retrieved', transferData(transfer, statusAt(transfer, Date.now()))));
  });

  app.get('/transfer', (request, reply) => {
    const query = ListQuery.safeParse(request.query);
    if (!query.success) return reply.code(400).send(failure('Invalid date or page'));
    const { perPage, page, from, to } = query.data;
    const lines = banking().statements.list(PAYSTACK, from, to);
    const { items, pages } = pageOf(lines, page, perPage);
    const data = items.map(({ id, transfer, status }) => Object.assign(transferData(transfer, status), { id }));
    const meta = { total: lines.length, skipped: (page - 1) * perPage, perPage, page, pageCount: pages };
    return reply.send({ ...success('Transfers retrieved', data), meta });
  });

  app.post('/transfer', (request, reply) => answerTransfer(request, reply));

  async function answerTransfer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const refuse = (message: string, code?: string): FastifyReply => reply.code(400).send(failure(message, code));
    const order = TransferRequest.safeParse(request.body);
    if (!order.success) return refuse(`Invalid ${String(order.error.issues[0]?.path[0] ?? 'body')}`);
    const { reference, reason = '' } = order.data;
    const recipient = readRecipient(order.data.recipient, localBanks());
    if (recipient === null) return refuse('Recipient specified is invalid', 'recipient_not_found');
    const amountKobo = BigInt(order.data.amount);
    const refusal = refusalOf(banking(), { provider: PAYSTACK, reference, amountKobo });
    if (refusal !== null) return refuse(REFUSALS[refusal].message, REFUSALS[refusal].code);

    const made = await makeTransfer(banking(), {
      provider: PAYSTACK,
      reference,
      amountKobo,
      narration: reason,
      ...recipient,
    });
    if (made.kind === 'silent') return reply.hijack();
    if (made.as === 'server-error') {
      return reply.code(500).send({ ...failure('An error occurred', 'unknown'), type: 'api_error' });
    }
    const data = made.as === 'wrong-envelope' ? [] : transferData(made.transfer, 'pending');
    return reply.send(success('Transfer has been queued', data));
  }
}
