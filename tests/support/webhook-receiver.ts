import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { webhookBodySchema, type WebhookBody } from '@kobogate/contract';

/** A merchant's program that receives webhooks over a real socket. */
export interface WebhookReceiver {
  readonly url: string;
  /** The received requests, in order; a repeat is there again. */
  readonly received: readonly { readonly body: WebhookBody; readonly text: string; readonly signature: string }[];
  /** The status that it answers with; 200 until told. */
  answer(status: number): void;
  close(): Promise<void>;
}

/** Starts one on a free port of this machine. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: { body: WebhookBody; text: string; signature: string }[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const signature = String(request.headers['kobogate-signature']);
      received.push({ body: webhookBodySchema.parse(JSON.parse(text)), text, signature });
      response.writeHead(status).end('noted');
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver does not listen');
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    answer: (next) => {
      status = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whether a signature header is over this body with this secret: the check that a merchant writes. */
export function isSignedWith(secret: string, { signature, text }: { signature: string; text: string }): boolean {
  const parts = signature.split(',').map((part) => part.split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  const expected = createHmac('sha256', secret).update(`${time}.${text}`).digest('hex');
  return parts.some(([name, value]) => name === 'v1' && value === expected);
}
