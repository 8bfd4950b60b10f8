import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The input of a lie: the method (or the path of a call that is none of JSON-RPC), its parameters and what the honest node answered. */
export type Lie = (method: string, result: unknown, params: unknown) => unknown;

/** Stands between the watcher and a real node, and changes answers as told. */
export interface LyingNode {
  readonly url: string;
  /** Null: honest. */
  lie: Lie | null;
  /** Answers every request with this text instead. */
  answer: { status: number; text: string } | null;
  stop(): Promise<void>;
}

interface Entry {
  id?: unknown;
  method?: unknown;
  params?: unknown;
  result?: unknown;
}

/** A proxy in front of the node at `target`. */
export async function startLyingNode(target: string): Promise<LyingNode> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      forward(body, request.url ?? '/').then(
        ({ status, text }) => response.writeHead(status, { 'content-type': 'application/json' }).end(text),
        () => response.writeHead(502).end(),
      );
    });
  });

  async function forward(body: string, path: string): Promise<{ status: number; text: string }> {
    if (node.answer !== null) return node.answer;
    const honest = await fetch(new URL(path, target), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const asked: unknown = JSON.parse(body);
    const answered: unknown = JSON.parse(await honest.text());
    const { lie } = node;
    if (!Array.isArray(asked) || !Array.isArray(answered)) {
      return { status: 200, text: JSON.stringify(lie === null ? answered : lie(path, answered, asked)) };
    }
    const calls: Entry[] = asked;
    const answers: Entry[] = answered;
    if (lie === null) return { status: 200, text: JSON.stringify(answers) };
    const told = answers.map((entry) => {
      const call = calls.find(({ id }) => id === entry.id);
      return Object.assign(entry, { result: lie(String(call?.method), entry.result, call?.params) });
    });
    return { status: 200, text: JSON.stringify(told) };
  }

  const node: LyingNode = {
    url: '',
    lie: null,
    answer: null,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  return Object.assign(node, { url: `http://127.0.0.1:${port}` });
}
