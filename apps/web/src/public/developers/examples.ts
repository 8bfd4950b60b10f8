import { API_VERSION } from '@kobogate/contract';
import type { ExampleText } from './example.tsx';

// The tests run the bash and TypeScript examples of the pages unchanged, with their variables set.
const bash = (id: string, title: string, code: string): ExampleText => ({ id, title, language: 'bash', code });
const typescript = (id: string, title: string, code: string): ExampleText => ({
  id,
  title,
  language: 'typescript',
  code,
});

const CLIENT = `import { createClient } from '@kobogate/client';

const { KOBOGATE_URL = '', KOBOGATE_KEY = '' } = process.env;
const kobogate = createClient({ origin: KOBOGATE_URL, apiKey: KOBOGATE_KEY });`;

export const CREATE_LINK = bash(
  'create-link',
  'curl',
  `curl --fail-with-body "$KOBOGATE_URL/api/payment-links" \\
  -H "Authorization: Bearer $KOBOGATE_KEY" \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: order-1042' \\
  -d '{
    "name": "Sample shop",
    "purpose": "Order 1042",
    "amount": "25000",
    "coins": ["USDT", "USDC"]
  }'`,
);

export const CREATE_LINK_TS = typescript(
  'create-link-ts',
  'TypeScript',
  `${CLIENT}

const link = await kobogate.links.create(
  { name: 'Sample shop', purpose: 'Order 1043', amount: '25000', coins: ['USDT', 'USDC'] },
  { idempotencyKey: 'order-1043' },
);
console.log(\`\${KOBOGATE_URL}/custom-payment/\${link.id}\`);`,
);

export const INSTALL_CLIENT = bash(
  'install-client',
  'In your project’s folder',
  `npm install "$KOBOGATE_URL/developers/kobogate-client.tgz"`,
);

export const NAME_VERSION = bash(
  'name-version',
  'curl',
  `curl --fail-with-body "$KOBOGATE_URL/api/payment-links?limit=1" \\
  -H "Authorization: Bearer $KOBOGATE_KEY" \\
  -H 'Kobogate-Version: ${API_VERSION}'`,
);

export const READ_LIMITS = bash(
  'read-limits',
  'curl: the headers of an answer',
  `curl --fail-with-body --silent --output /dev/null --dump-header - \\
  "$KOBOGATE_URL/api/payment-links?limit=1" \\
  -H "Authorization: Bearer $KOBOGATE_KEY" | grep -i '^ratelimit'`,
);

export const OPEN_AMOUNT_LINK = typescript(
  'open-amount-link',
  'TypeScript: the payer chooses, within bounds',
  `${CLIENT}

const link = await kobogate.links.create({
  name: 'Sample shop',
  purpose: 'Gift card',
  isAmountOpen: true,
  amountCurrency: 'NGN',
  minimumAmount: '5000',
  maximumAmount: '100000',
  coins: ['USDT'],
  successMessage: 'Thank you. Your card is on its way.',
});
console.log(link.id, link.state);`,
);

export const LIST_LINKS = bash(
  'list-links',
  'curl',
  `curl --fail-with-body "$KOBOGATE_URL/api/payment-links?state=active&limit=20" \\
  -H "Authorization: Bearer $KOBOGATE_KEY"`,
);

export const UPDATE_LINK = typescript(
  'update-link',
  'TypeScript',
  `${CLIENT}

const { LINK_ID = '' } = process.env;
const link = await kobogate.links.get(LINK_ID);
const changed = await kobogate.links.update(LINK_ID, {
  name: link.name,
  purpose: 'Order 1042, second half',
  amount: '12500',
  coins: ['USDT'],
  version: link.version,
});
console.log(changed.version);`,
);

export const LINK_WITH_FIELDS = bash(
  'link-with-fields',
  'curl',
  `curl --fail-with-body "$KOBOGATE_URL/api/payment-links" \\
  -H "Authorization: Bearer $KOBOGATE_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "name": "Sample shop",
    "purpose": "A shirt",
    "amount": "25000",
    "coins": ["USDT"],
    "customFields": [
      { "key": "size", "label": "Size", "type": "choice", "choices": ["M", "L"], "isRequired": true },
      { "key": "print", "label": "Name on the back" }
    ]
  }'`,
);

export const CREATE_PAYMENT = bash(
  'create-payment',
  'curl',
  `curl --fail-with-body "$KOBOGATE_URL/api/payments" \\
  -H "Authorization: Bearer $KOBOGATE_KEY" \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: cart-77' \\
  -d '{
    "linkId": "'"$LINK_ID"'",
    "currency": "USDT",
    "network": "bsc",
    "reference": "cart-77"
  }'`,
);

export const CREATE_PAYMENT_TS = typescript(
  'create-payment-ts',
  'TypeScript',
  `${CLIENT}

const { LINK_ID = '' } = process.env;
const payment = await kobogate.payments.create(
  { linkId: LINK_ID, currency: 'USDT', network: 'bsc', reference: 'cart-78' },
  { idempotencyKey: 'cart-78' },
);
console.log(\`Send \${payment.missing} \${payment.currency} on \${payment.networkName} to \${payment.address}\`);`,
);

export const GET_PAYMENT = bash(
  'get-payment',
  'curl',
  `curl --fail-with-body "$KOBOGATE_URL/api/payments/$PAYMENT_ID" \\
  -H "Authorization: Bearer $KOBOGATE_KEY"`,
);

export const LIST_PAYMENTS = typescript(
  'list-payments',
  'TypeScript: every payment of a link, page by page',
  `${CLIENT}

const { LINK_ID = '' } = process.env;
let before: string | undefined;
do {
  const page = await kobogate.payments.list({ link: LINK_ID, before });
  for (const payment of page.data) console.log(payment.id, payment.state, payment.payout);
  before = page.next ?? undefined;
} while (before !== undefined);`,
);

export const HANDLE_ERRORS = typescript(
  'handle-errors',
  'TypeScript',
  `import { createClient, KobogateError } from '@kobogate/client';

const { KOBOGATE_URL = '', KOBOGATE_KEY = '' } = process.env;
const kobogate = createClient({ origin: KOBOGATE_URL, apiKey: KOBOGATE_KEY });

try {
  await kobogate.payments.get('no-such-payment');
} catch (error) {
  if (!(error instanceof KobogateError)) throw error;
  console.log(error.kind, error.status, error.code, error.message);
}`,
);

export const PUBLIC_LINK = bash(
  'public-link',
  'curl, without any key',
  `curl --fail-with-body "$KOBOGATE_URL/api/payment-links/user/$LINK_ID"`,
);

export const SANDBOX_PAY = typescript(
  'sandbox-pay',
  'TypeScript: pays a payment with play money, and makes three blocks',
  `${CLIENT}

const { SANDBOX_URL = '', PAYMENT_ID = '' } = process.env;
const { network, currency, address, missing } = await kobogate.payments.get(PAYMENT_ID);
const tell = async (what: string, body: object) => {
  const answer = await fetch(\`\${SANDBOX_URL}/control/chains/\${network}/\${what}\`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  console.log(await answer.text());
};
await tell('pay', { asset: currency, to: address, amount: missing });
await tell('mine', { blocks: 3 });`,
);

export const REPEAT_PAYMENT = typescript(
  'repeat-payment',
  'TypeScript',
  `${CLIENT}

const { LINK_ID = '' } = process.env;
const cart = { linkId: LINK_ID, currency: 'USDT', network: 'bsc', reference: 'cart-79' };
const first = await kobogate.payments.create(cart, { idempotencyKey: 'cart-79' });
const again = await kobogate.payments.create(cart, { idempotencyKey: 'cart-79' });
console.log(first.id === again.id);`,
);
