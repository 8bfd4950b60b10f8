import type { ExampleText } from './example.tsx';

const bash = (id: string, title: string, code: string): ExampleText => ({ id, title, language: 'bash', code });

/** The commands of the quick start, in their order: `quick-start.spec.ts` runs them as one script in an empty folder. */
export const QUICK: Readonly<Record<'variables' | 'install' | 'open' | 'pay' | 'follow', ExampleText>> = {
  variables: bash(
    'quick-variables',
    '1. The address of this server, and your key',
    `export KOBOGATE_URL="https://pay.example"
export KOBOGATE_KEY="kobo_live_…"`,
  ),
  install: bash(
    'quick-install',
    '2. A new folder with the client in it',
    `mkdir first-payment && cd first-payment
npm init --yes > init.txt
npm install "$KOBOGATE_URL/developers/kobogate-client.tgz"`,
  ),
  open: bash(
    'quick-open',
    '3. A link, and a payment by it',
    `cat > open.mjs << 'END'
import { writeFileSync } from 'node:fs';
import { createClient } from '@kobogate/client';

const { KOBOGATE_URL, KOBOGATE_KEY } = process.env;
const kobogate = createClient({ origin: KOBOGATE_URL, apiKey: KOBOGATE_KEY });

const coins = await kobogate.checkout.coins();
const coin = coins.find(({ currency }) => currency === 'USDT') ?? coins[0];
const link = await kobogate.links.create({
  name: 'My first link',
  purpose: 'A cup of tea',
  amount: '5000',
  coins: [coin.currency],
});
const payment = await kobogate.payments.create({
  linkId: link.id,
  currency: coin.currency,
  network: coin.networks[0].id,
  reference: 'tea-1',
});
writeFileSync('payment.json', JSON.stringify(payment));
console.log('Send', payment.missing, payment.currency, 'on', payment.networkName, 'to', payment.address);
console.log('or open', payment.pageUrl);
END
node open.mjs`,
  ),
  pay: bash(
    'quick-pay',
    '4. In the sandbox: play money',
    `export SANDBOX_URL="http://localhost:3001"
cat > pay.mjs << 'END'
import { readFileSync } from 'node:fs';

const { network, currency, address, missing } = JSON.parse(readFileSync('payment.json', 'utf8'));
const tell = (what, body) =>
  fetch(\`\${process.env.SANDBOX_URL}/control/chains/\${network}/\${what}\`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
await tell('pay', { asset: currency, to: address, amount: missing });
await tell('mine', { blocks: 12 });
END
node pay.mjs`,
  ),
  follow: bash(
    'quick-follow',
    '5. Until it is paid',
    `cat > follow.mjs << 'END'
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { createClient } from '@kobogate/client';

const { KOBOGATE_URL, KOBOGATE_KEY } = process.env;
const kobogate = createClient({ origin: KOBOGATE_URL, apiKey: KOBOGATE_KEY });
const { id } = JSON.parse(readFileSync('payment.json', 'utf8'));

let last = '';
for (;;) {
  const { state, payout, reference } = await kobogate.payments.get(id);
  if (state !== last) console.log(reference, state, payout);
  last = state;
  if (state === 'paid') break;
  await setTimeout(2000);
}
END
node follow.mjs`,
  ),
};
