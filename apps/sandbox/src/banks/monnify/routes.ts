import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { nairaNumber, readNaira } from '../amounts.ts';
import type { Bank } from '../bank-names.ts';
import type { Banking } from '../make-transfer.ts';
import { makeTransfer, refusalOf } from '../make-transfer.ts';
import { isSame } from '../signature.ts';
import { pageOf } from '../statement.ts';
import { createTokens } from '../tokens.ts';
import { statusAt } from '../transfer.ts';
import { MONNIFY_API_KEY, MONNIFY_SECRET_KEY, MONNIFY_SOURCE_ACCOUNT, searchedBody, transferBody } from './answers.ts';

const MONNIFY = 'monnify';
const LOGIN = '/api/v1/auth/login';
const ALIKE_WINDOW_MS = 120_000;

const accountNumber = z.string().regex(/^\d{10}$/);
const AccountQuery = z.object({ accountNumber, bankCode: z.string() });
const TransferRequest = z.object({
  amount: z.string(),
  reference: z.string().min(1).max(64),
  narration: z.string().min(1).max(100),
  destinationBankCode: z.string(),
  destinationAccountNumber: accountNumber,
  currency: z.literal('NGN'),
  sourceAccountNumber: z.literal(MONNIFY_SOURCE_ACCOUNT),
});
const ReferenceQuery = z.object({ reference: z.string() });
const SearchQuery = z.object({
  sourceAccountNumber: z.literal(MONNIFY_SOURCE_ACCOUNT),
  pageNo: z.coerce.number().int().min(0).default(0),
  pageSize: z.coerce.number().int().min(1).max(100).default(10),
  startDate: z.coerce.number().int().optional(),
  endDate: z.coerce.number().int().optional(),
});
const REFUSALS = {
  duplicate: { message: 'Duplicate transaction reference', code: 'D05' },
  insufficient: { message: 'Insufficient balance in the source account', code: 'D04' },
};

const success = (responseBody: unknown) => ({
  requestSuccessful: true,
  responseMessage: 'success',
  responseCode: '0',
  responseBody,
});
const failure = (responseMessage: string, responseCode = '99') => ({
  requestSuccessful: false,
  responseMessage,
  responseCode,
});

/** Monnify's disbursement protocol, as its public documentation describes it: a login first, amounts in naira. */
export function monnifyRoutes(app: FastifyInstance, banking: () => Banking): void {
  const tokens = createTokens();
  const credentials = `Basic ${Buffer.from(`${MONNIFY_API_KEY}:${MONNIFY_SECRET_KEY}`).toString('base64')}`;
  app.addHook('onRequest', async (request, reply) => {
    if (banking().behaviours.takeDown(MONNIFY)) return reply.code(503).send(failure('Service unavailable'));
    const given = request.headers.authorization ?? '';
    const isKnown = request.url.endsWith(LOGIN)
      ? isSame(given, credentials)
      : tokens.isValid(given.replace(/^Bearer /, ''));
    return isKnown ? undefined : reply.code(401).send(failure('Invalid or expired token', '401'));
  });
  const bankOf = (code: string) => banking().banks.banks.find(({ localCode }) => localCode === code);

  app.post(LOGIN, () => success(tokens.issue()));

  app.get('/api/v1/banks', () =>
    success(
      banking().banks.banks.flatMap(({ name, localCode }) =>
        localCode === undefined ? [] : [{ name, code: localCode }],
      ),
    ),
  );

  app.get('/api/v1/disbursements/account/validate', (request, reply) => {
    const query = AccountQuery.safeParse(request.query);
    const bank = query.success ? bankOf(query.data.bankCode) : undefined;
    const number = query.success ? query.data.accountNumber : '';
    const name = bank === undefined ? undefined : banking().banks.accountName(bank.code, number);
    if (name === undefined) return reply.code(400).send(failure('Invalid account number or bank code'));
    return reply.send(success({ accountNumber: number, accountName: name, bankCode: bank?.localCode }));
  });

  app.get('/api/v2/disbursements/wallet-balance', () => {
    const balance = nairaNumber(banking().banks.float(MONNIFY));
    return success({ availableBalance: balance, ledgerBalance: balance });
  });

  app.get('/api/v2/disbursements/single/summary', (request, reply) => {
    const query = ReferenceQuery.safeParse(request.query);
    const transfer = query.success ? banking().banks.find(MONNIFY, query.data.reference) : undefined;
    if (transfer === undefined) {
      return reply.code(404).send(failure('Could not find disbursement with the given reference'));
    }
    return reply.send(success(transferBody(transfer, statusAt(transfer, Date.now()))));
  });

  app.get('/api/v2/disbursements/search-transactions', (request, reply) => {
    const query = SearchQuery.safeParse(request.query);
    if (!query.success) return reply.code(400).send(failure('Invalid search'));
    const { pageNo, pageSize, startDate, endDate } = query.data;
    const lines = banking().statements.list(MONNIFY, startDate, endDate);
    const { items, pages } = pageOf(lines, pageNo + 1, pageSize);
    return reply.send(
      success({
        content: items.map(searchedBody),
        totalElements: lines.length,
        totalPages: pages,
        number: pageNo,
        last: pageNo + 1 >= pages,
      }),
    );
  });

  app.post('/api/v2/disbursements/single', (request, reply) => answerTransfer(request, reply));

  function hasAlike({ bank, number, amountKobo }: { bank: Bank; number: string; amountKobo: bigint }): boolean {
    const now = Date.now();
    return banking()
      .banks.transfers()
      .some(
        (made) =>
          made.provider === MONNIFY &&
          made.bankCode === bank.code &&
          made.accountNumber === number &&
          made.amountKobo === String(amountKobo) &&
          made.acceptedAt > now - ALIKE_WINDOW_MS &&
          statusAt(made, now) !== 'failed',
      );
  }

  async function answerTransfer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const refuse = (message: string, code?: string): FastifyReply => reply.code(400).send(failure(message, code));
    const order = TransferRequest.safeParse(request.body);
    if (!order.success) return refuse(`Invalid ${String(order.error.issues[0]?.path[0] ?? 'body')}`, 'D01');
    const { reference, destinationAccountNumber: number, narration } = order.data;
    const amountKobo = readNaira(order.data.amount);
    if (amountKobo === undefined) return refuse('Invalid amount', 'D01');
    const bank = bankOf(order.data.destinationBankCode);
    if (bank === undefined) return refuse('Invalid bank code', 'D02');
    const refusal = refusalOf(banking(), { provider: MONNIFY, reference, amountKobo });
    if (refusal !== null) return refuse(REFUSALS[refusal].message, REFUSALS[refusal].code);
    if (hasAlike({ bank, number, amountKobo })) {
      return refuse('A transfer of this amount to this account was made less than 2 minutes ago', 'D07');
    }

    const made = await makeTransfer(banking(), {
      provider: MONNIFY,
      reference,
      amountKobo,
      accountNumber: number,
      bank,
      narration,
    });
    if (made.kind === 'silent') return reply.hijack();
    if (made.as === 'server-error') return reply.code(500).send(failure('An error occurred', '500'));
    return reply.send(success(transferBody(made.transfer, made.as === 'wrong-envelope' ? 'failed' : 'pending')));
  }
}
