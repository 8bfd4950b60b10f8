import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { nairaNumber, readNaira } from '../amounts.ts';
import type { Banking } from '../make-transfer.ts';
import { makeTransfer, refusalOf } from '../make-transfer.ts';
import { isSame } from '../signature.ts';
import { createTokens } from '../tokens.ts';
import { toldOf } from '../transfer.ts';
import { FLUTTERWAVE_V4_CLIENT_ID, FLUTTERWAVE_V4_CLIENT_SECRET, transferData } from './answers.ts';

const FLUTTERWAVE = 'flutterwave-v4';
/** Beside the API here; the provider has it on a host of its own. */
export const TOKEN_PATH = '/realms/flutterwave/protocol/openid-connect/token';

const accountNumber = z.string().regex(/^\d{10}$/);
const TokenRequest = z.object({
  grant_type: z.literal('client_credentials'),
  client_id: z.string(),
  client_secret: z.string(),
});
const AccountQuery = z.object({
  account: z.object({ code: z.string(), number: accountNumber }),
  currency: z.literal('NGN'),
});
const TransferRequest = z.object({
  action: z.literal('instant'),
  type: z.literal('bank'),
  reference: z.string().min(6).max(42),
  narration: z.string().max(180).optional(),
  payment_instruction: z.object({
    source_currency: z.literal('NGN'),
    destination_currency: z.literal('NGN'),
    amount: z.object({ value: z.string(), applies_to: z.literal('destination_currency') }),
    recipient: z.object({ bank: z.object({ account_number: accountNumber, code: z.string() }) }),
  }),
});
const moment = z.iso.datetime().transform((text) => Date.parse(text));
const TransferQuery = z.object({
  size: z.coerce.number().int().min(1).max(50).default(10),
  next: z
    .string()
    .regex(/^after-\d+$/)
    .optional(),
  from: moment.optional(),
  to: moment.optional(),
});
const IDEMPOTENCY_KEY = /^[\w-]{12,255}$/;
const REFUSALS = {
  duplicate: { type: 'RESOURCE_CONFLICT', message: 'Transfer with this reference already exists' },
  insufficient: { type: 'INSUFFICIENT_BALANCE', message: 'Insufficient balance' },
};

const success = (message: string, data: unknown) => ({ status: 'success', message, data });
const failure = (message: string, type = 'REQUEST_NOT_VALID', code = '10400') => ({
  status: 'failed',
  error: { type, code, message, validation_errors: [] },
});

/** Flutterwave's v4 transfer protocol, as its public documentation describes it: a token first, amounts in naira. */
export function flutterwaveV4Routes(app: FastifyInstance, banking: () => Banking): void {
  const tokens = createTokens();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  app.addHook('onRequest', async (request, reply) => {
    if (banking().behaviours.takeDown(FLUTTERWAVE)) return reply.code(503).send(failure('Service unavailable'));
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '');
    if (request.url.endsWith(TOKEN_PATH) || tokens.isValid(token)) return undefined;
    return reply.code(401).send(failure('Unauthorized', 'UNAUTHORIZED', '10401'));
  });
  const bankOf = (code: string) => banking().banks.banks.find(({ localCode }) => localCode === code);

  app.post(TOKEN_PATH, (request, reply) => {
    const asked = TokenRequest.safeParse(request.body);
    if (!asked.success) return reply.code(400).send({ error: 'invalid_request' });
    const { client_id: id, client_secret: secret } = asked.data;
    if (!isSame(id, FLUTTERWAVE_V4_CLIENT_ID) || !isSame(secret, FLUTTERWAVE_V4_CLIENT_SECRET)) {
      const why = 'Invalid client or Invalid client credentials';
      return reply.code(401).send({ error: 'invalid_client', error_description: why });
    }
    const { accessToken, expiresIn } = tokens.issue();
    return reply.send({ access_token: accessToken, expires_in: expiresIn, token_type: 'Bearer' });
  });

  app.get('/banks', () =>
    success(
      'Banks fetched',
      banking().banks.banks.flatMap(({ name, localCode }, id) =>
        localCode === undefined ? [] : [{ id: `bnk_${id}`, code: localCode, name }],
      ),
    ),
  );

  app.post('/banks/account-resolve', (request, reply) => {
    const query = AccountQuery.safeParse(request.body);
    const asked = query.success ? query.data.account : { code: '', number: '' };
    const bank = bankOf(asked.code);
    const name = bank === undefined ? undefined : banking().banks.accountName(bank.code, asked.number);
    if (name === undefined) return reply.code(400).send(failure('Account could not be resolved'));
    const data = { bank_code: asked.code, account_number: asked.number, account_name: name };
    return reply.send(success('Account details fetched', data));
  });

  app.get('/wallets/balances/NGN', () => {
    const balance = nairaNumber(banking().banks.float(FLUTTERWAVE));
    return success('Wallet balance fetched', { currency: 'NGN', available_balance: balance, total_balance: balance });
  });

  app.get('/transfers', (request, reply) => {
    const query = TransferQuery.safeParse(request.query);
    if (!query.success) return reply.code(400).send(failure('Invalid query'));
    const { size, next, from, to } = query.data;
    // The cursor is the last booking that was listed: what is booked since moves nothing.
    const after = next === undefined ? Infinity : Number(next.replace('after-', ''));
    const lines = banking()
      .statements.list(FLUTTERWAVE, from, to)
      .toSorted((one, other) => other.id - one.id);
    const rest = lines.filter(({ id }) => id < after);
    const part = rest.slice(0, size);
    const hasMore = rest.length > part.length;
    const cursor = {
      next: hasMore ? `after-${part.at(-1)?.id ?? 0}` : '',
      previous: '',
      limit: size,
      total: lines.length,
      has_more_items: hasMore,
    };
    const transfers = part.map(({ id, transfer, status }) =>
      transferData(toldOf(transfer), status, { id: `trf_${id}` }),
    );
    return reply.send(success('Transfers fetched', { cursor, transfers }));
  });

  app.post('/direct-transfers', (request, reply) => answerTransfer(request, reply));

  async function answerTransfer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const refuse = (message: string, type?: string): FastifyReply => reply.code(400).send(failure(message, type));
    const order = TransferRequest.safeParse(request.body);
    if (!order.success) return refuse(`${String(order.error.issues[0]?.path.at(-1) ?? 'body')} is required`);
    if (!IDEMPOTENCY_KEY.test(String(request.headers['x-idempotency-key']))) return refuse('Invalid idempotency key');
    const { reference, narration = '', payment_instruction: instruction } = order.data;
    const { account_number: number, code } = instruction.recipient.bank;
    const amountKobo = readNaira(instruction.amount.value);
    if (amountKobo === undefined) return refuse('Invalid amount');
    const bank = bankOf(code);
    if (bank === undefined) return refuse('Invalid bank code', 'INVALID_BANK_CODE');
    const refusal = refusalOf(banking(), { provider: FLUTTERWAVE, reference, amountKobo });
    if (refusal !== null) return refuse(REFUSALS[refusal].message, REFUSALS[refusal].type);

    const made = await makeTransfer(banking(), {
      provider: FLUTTERWAVE,
      reference,
      amountKobo,
      accountNumber: number,
      bank,
      narration,
    });
    if (made.kind === 'silent') return reply.hijack();
    if (made.as === 'server-error') return reply.code(500).send(failure('An error occurred', 'INTERNAL_SERVER_ERROR'));
    const data = made.as === 'wrong-envelope' ? null : transferData(made.transfer, 'pending', { word: 'NEW' });
    return reply.code(201).send(success('Transfer created', data));
  }
}
