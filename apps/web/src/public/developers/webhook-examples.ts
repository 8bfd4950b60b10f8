import type { ExampleText } from './example.tsx';

export const WEBHOOK_BODY: ExampleText = {
  id: 'webhook-body',
  title: 'The body of a request',
  language: 'json',
  code: `{
  "id": "0197b1c2-0000-7000-8000-00000000002a",
  "type": "payment.paid",
  "createdAt": "2026-03-02T10:00:00.000Z",
  "endpointId": "0197b1c2-0000-7000-8000-000000000001",
  "sequence": 42,
  "isSample": false,
  "data": { "id": "0197b1c2-0000-7000-8000-0000000000aa", "state": "paid", "payout": "queued" }
}`,
};

export const RECEIVE_WEBHOOK: ExampleText = {
  id: 'receive-webhook',
  title: 'TypeScript: a server that receives them',
  language: 'typescript',
  code: `import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '@kobogate/client';

const { WEBHOOK_SECRET = '', PORT = '8080' } = process.env;

createServer(async (request, response) => {
  try {
    const header = String(request.headers['kobogate-signature']);
    const event = await verifyWebhook(await buffer(request), header, [WEBHOOK_SECRET]);
    if (event.type === 'payment.paid') console.log('hand over', event.data.reference);
    console.log(event.sequence, event.type, event.id);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(Number(PORT), () => console.log('listening'));`,
};

export const FILL_GAP: ExampleText = {
  id: 'fill-gap',
  title: 'curl',
  language: 'bash',
  code: `curl --fail-with-body "$KOBOGATE_URL/api/webhooks/events?after=0&endpoint=$ENDPOINT_ID" \\
  -H "Authorization: Bearer $KOBOGATE_KEY"`,
};

export const LISTEN: ExampleText = {
  id: 'listen',
  title: 'A terminal',
  language: 'bash',
  code: `npx kobogate listen --to http://localhost:4000/hooks`,
};
