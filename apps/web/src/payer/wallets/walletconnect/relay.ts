import { WALLETCONNECT_RELAY } from '@kobogate/contract';
import { relayToken } from './secrets.ts';

type Fields = Readonly<Record<string, unknown>>;

/** How long a message is kept for the other side, and its kind, as the relay counts them. */
export interface Sending {
  readonly seconds: number;
  readonly tag: number;
  /** Whether the wallet's phone may be woken for it. */
  readonly isPrompt: boolean;
}

export interface Relay {
  /** Hears what is sent to a place. */
  follow(topic: string, hear: (message: string) => void): Promise<void>;
  send(topic: string, message: string, sending: Sending): Promise<void>;
  close(): void;
}

const ANSWER_MS = 15_000;
const COME_BACK_MS = 1000;

/**
 * Opens the way to the relay, which refuses a token that `now` dates wrongly; it comes back where the connection is lost, as when a
 * phone shows its wallet.
 */
export async function openRelay(projectId: string, now: () => number): Promise<Relay> {
  const followed = new Map<string, (message: string) => void>();
  const asked = new Map<number, { answer: (result: unknown) => void; fail: (error: Error) => void }>();
  let id = Date.now() * 1000;
  let isClosed = false;
  let comingBack: ReturnType<typeof setTimeout> | undefined;
  let socket = await connect();

  async function connect(): Promise<WebSocket> {
    const query = new URLSearchParams({ auth: await relayToken(WALLETCONNECT_RELAY, now()), projectId });
    const opened = new WebSocket(`${WALLETCONNECT_RELAY}/?${query.toString()}`);
    opened.addEventListener('message', ({ data }) => hear(String(data)));
    await new Promise<void>((resolve, fail) => {
      opened.addEventListener('open', () => resolve());
      opened.addEventListener('close', () => fail(new Error('the relay closed the connection')));
    });
    opened.addEventListener('close', comeBack);
    return opened;
  }

  function comeBack(): void {
    for (const { fail } of asked.values()) fail(new Error('the connection to the relay was lost'));
    asked.clear();
    clearTimeout(comingBack);
    comingBack = setTimeout(() => void followAgain(), COME_BACK_MS);
  }

  async function followAgain(): Promise<void> {
    if (isClosed) return;
    try {
      socket = await connect();
      for (const topic of followed.keys()) await ask('irn_subscribe', { topic });
    } catch {
      // The phone may be without a network while it shows the wallet.
      comeBack();
    }
  }

  function hear(text: string): void {
    const message: Fields = Object(JSON.parse(text));
    const waiting = asked.get(Number(message['id']));
    if (message['method'] === 'irn_subscription') {
      const { data }: Fields = Object(message['params']);
      const { topic, message: sealed }: Fields = Object(data);
      socket.send(JSON.stringify({ id: message['id'], jsonrpc: '2.0', result: true }));
      if (typeof sealed === 'string') followed.get(String(topic))?.(sealed);
    } else if (waiting !== undefined) {
      asked.delete(Number(message['id']));
      if ('error' in message) waiting.fail(new Error('the relay refused'));
      else waiting.answer(message['result']);
    }
  }

  function ask(method: string, params: object): Promise<unknown> {
    id += 1;
    const own = id;
    return new Promise((answer, fail) => {
      const timer = setTimeout(() => fail(new Error('the relay gave no answer')), ANSWER_MS);
      asked.set(own, {
        answer: (result) => (clearTimeout(timer), answer(result)),
        fail: (error) => (clearTimeout(timer), fail(error)),
      });
      socket.send(JSON.stringify({ id: own, jsonrpc: '2.0', method, params }));
    });
  }

  return {
    follow: async (topic, heard) => {
      followed.set(topic, heard);
      await ask('irn_subscribe', { topic });
    },
    send: async (topic, message, { seconds: ttl, tag, isPrompt: prompt }) => {
      await ask('irn_publish', { topic, message, ttl, tag, prompt });
    },
    close: () => {
      isClosed = true;
      socket.close();
    },
  };
}
