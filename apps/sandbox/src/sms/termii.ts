import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** Key of the sandbox's one Termii account: a sample value that opens nothing anywhere else. */
export const TERMII_API_KEY = 'TLkobogatesandbox';
const MOST_KEPT = 1_000;

export const TEXT_BEHAVIOURS = [
  // Taken, and answered.
  'success',
  // Not taken: no money is left.
  'refuse',
  // Never taken, never answered.
  'timeout',
  // Taken, and answered with a 500.
  'server-error',
] as const;
export type TextBehaviour = (typeof TEXT_BEHAVIOURS)[number];

export interface SentText {
  readonly to: string;
  readonly from: string;
  readonly text: string;
  readonly receivedAt: string;
}

/** The phones of this machine: the messages sent to them, and the provider's next behaviour. */
export interface Phones {
  /** Newest first; only those to one number where it is given. */
  list(to?: string): SentText[];
  take(text: SentText): void;
  /** The behaviour for the next message; afterwards the provider works again. */
  set(next: TextBehaviour): void;
  next(): TextBehaviour;
}

/** Phones without messages yet. */
export function createPhones(): Phones {
  const texts: SentText[] = [];
  let behaviour: TextBehaviour = 'success';
  return {
    list: (to) => texts.filter((text) => to === undefined || text.to === to).toReversed(),
    take: (text) => {
      texts.push(text);
      if (texts.length > MOST_KEPT) texts.shift();
    },
    set: (next) => {
      behaviour = next;
    },
    next: () => {
      const now = behaviour;
      behaviour = 'success';
      return now;
    },
  };
}

const Message = z.object({
  api_key: z.string(),
  to: z.string().regex(/^\d{8,15}$/),
  from: z.string().min(3).max(11),
  sms: z.string().min(1),
  type: z.literal('plain'),
  channel: z.enum(['dnd', 'generic']),
});

const Asked = z.object({ api_key: z.string() });

/** Termii's calls for one message and for the balance, as its public documentation describes them. */
export function termiiRoutes(app: FastifyInstance, phones: () => Phones): void {
  app.get('/api/get-balance', (request, reply) => {
    if (Asked.safeParse(request.query).data?.api_key !== TERMII_API_KEY) {
      return reply.code(401).send({ message: 'Invalid api key', code: 401 });
    }
    return reply.send({ user: 'Sample', balance: 100, currency: 'NGN' });
  });
  app.post('/api/sms/send', (request, reply) => {
    const message = Message.safeParse(request.body);
    if (!message.success) return reply.code(400).send({ message: 'Invalid request', code: 400 });
    const { api_key: key, to, from, sms: text } = message.data;
    if (key !== TERMII_API_KEY) return reply.code(401).send({ message: 'Invalid api key', code: 401 });
    const behaviour = phones().next();
    if (behaviour === 'timeout') return reply.hijack();
    if (behaviour === 'refuse') return reply.code(400).send({ message: 'Insufficient balance', code: 400 });
    phones().take({ to, from, text, receivedAt: new Date().toISOString() });
    if (behaviour === 'server-error') return reply.code(500).send({ message: 'Server error' });
    return reply.send({ message_id: String(Date.now()), message: 'Successfully Sent', balance: 100, user: 'Sample' });
  });
}
