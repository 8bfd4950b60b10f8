import { endpoints, type Order, type OrderId, type UserId } from '@kobogate/contract';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { createHttp, mountRoutes } from '../../apps/server/src/platform/http.ts';
import { route } from '../../apps/server/src/platform/route.ts';

/** The same call with the same input checks and the same answer, without a database: the limit of the HTTP part. */
const now = new Date().toISOString();
const ORDER: Order = {
  id: idFor<OrderId>('00000000-0000-7000-8000-000000000000'),
  kind: 'conversion',
  paymentLinkId: null,
  fromCurrency: 'USDT',
  network: 'ethereum',
  networkName: 'Ethereum',
  fromAmount: '12.5',
  rate: '1600.5',
  naira: '20006.25',
  nairaKobo: '2000625',
  lockEnded: false,
  rateMove: null,
  lockExpiresAt: now,
  depositAddress: '0x0000000000000000000000000000000000000000',
  status: 'pending',
  funding: 'awaiting',
  payout: 'none',
  missingAmount: '12.5',
  summary: 'Send 12.5 USDT on Ethereum to the deposit address.',
  priority: 'low',
  declineReason: null,
  bankAccount: { bankName: 'GTBANK', accountNumber: '0123456785', accountName: 'SAMPLE PERSON' },
  createdAt: now,
  updatedAt: now,
};

const options = {
  log: silentLog,
  admit: async () => undefined,
  authenticate: async () => ({
    userId: idFor<UserId>(ORDER.id),
    role: null,
    tokenHash: Buffer.alloc(32),
    provedAt: null,
  }),
};
const http = await createHttp(options);
mountRoutes(
  http,
  '/api',
  [
    route(endpoints.orders.convert, async () => ORDER),
    route(endpoints.system.health, async () => ({ message: 'ready', status: 'ok' as const, isFenced: false })),
  ],
  options,
);
await http.listen({ port: Number(process.argv[2]), host: '127.0.0.1' });
