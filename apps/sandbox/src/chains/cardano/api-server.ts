import { createServer } from 'node:http';
import {
  addressesOf,
  describeAddress,
  describeBlock,
  describeTransaction,
  describeUtxos,
  GENESIS_ANSWER,
  transactionsAt,
  utxosAt,
} from './api-answers.ts';
import { NotTaken } from './accept.ts';
import { type CardanoBlock, epochAt, slotAt } from './blocks.ts';
import { describeParameters } from './parameters.ts';
import type { CardanoState, Place } from './state.ts';
import { KEEP_ALIVE_MS } from '../../platform/ports.ts';

/** A sample key: this API asks for one because the real service does. */
export const PROJECT_ID = 'mainnetKobogateSandboxPlayMoneyOnly0000';
const BASE_PATH = '/api/v0';
const PAGE = 100;

export interface ApiServer {
  /** With the path that every call begins with. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves a chain at a port of this machine as Blockfrost does: HTTP and JSON, behind a project's key. `submit` takes a
 * transaction's bytes in hexadecimal, answers its id, and throws `NotTaken`.
 */
export async function serveApi(
  state: CardanoState,
  port: number,
  submit: (cbor: string) => string,
): Promise<ApiServer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url = '/', headers } = request;
      const asked = { isPost: method === 'POST', path: url, projectId: headers['project_id'] };
      const { status, body } = answer(state, asked, () => submit(Buffer.concat(chunks).toString('hex')));
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${port}${BASE_PATH}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const refused = (status: number, error: string, message: string): Answer => ({
  status,
  body: { status_code: status, error, message },
});
const NOT_FOUND = refused(404, 'Not Found', 'The requested component has not been found.');

interface Asked {
  readonly isPost: boolean;
  readonly path: string;
  readonly projectId: string | string[] | undefined;
}

function answer(state: CardanoState, { isPost, path, projectId }: Asked, submit: () => string): Answer {
  if (projectId !== PROJECT_ID) return refused(403, 'Forbidden', 'Invalid project token.');
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  if (!pathname.startsWith(`${BASE_PATH}/`)) return refused(400, 'Bad Request', 'Invalid path. Please check the docs.');
  const asked = pathname.slice(BASE_PATH.length);
  if (isPost) return asked === '/tx/submit' ? submitted(submit) : NOT_FOUND;
  for (const [shape, find] of ROUTES) {
    const match = shape.exec(asked);
    if (match === null) continue;
    const found = find(state, decodeURIComponent(match[1] ?? ''));
    if (found === undefined) return NOT_FOUND;
    return Array.isArray(found) ? paged(found, searchParams) : { status: 200, body: found };
  }
  return refused(400, 'Bad Request', 'Invalid path. Please check the docs.');
}

function submitted(submit: () => string): Answer {
  try {
    return { status: 200, body: submit() };
  } catch (error) {
    if (!(error instanceof NotTaken)) throw error;
    return refused(400, 'Bad Request', `transaction submit error: ${error.message}`);
  }
}

function paged(list: readonly unknown[], asked: URLSearchParams): Answer {
  const count = Number(asked.get('count') ?? PAGE);
  const page = Number(asked.get('page') ?? 1);
  const order = asked.get('order') ?? 'asc';
  const isFine = Number.isInteger(count) && count >= 1 && count <= PAGE && Number.isInteger(page) && page >= 1;
  if (!isFine || !['asc', 'desc'].includes(order)) return refused(400, 'Bad Request', 'querystring is not valid');
  const ordered = order === 'asc' ? list : list.toReversed();
  return { status: 200, body: ordered.slice((page - 1) * count, page * count) };
}

/** The data of a call; a list is answered page by page, and undefined is a 404. */
type Find = (state: CardanoState, name: string) => object | undefined;

const blockAt =
  (show: (state: CardanoState, block: CardanoBlock) => object): Find =>
  (state, name) => {
    const block =
      name === 'latest'
        ? state.tip()
        : /^\d+$/.test(name)
          ? state.blocks[Number(name)]
          : state.blocks.find(({ hash }) => hash === name);
    return block === undefined ? undefined : show(state, block);
  };
const transactionAt =
  (show: (state: CardanoState, place: Place) => object): Find =>
  (state, hash) => {
    const place = state.find(hash);
    return place === undefined ? undefined : show(state, place);
  };

const ROUTES: readonly (readonly [shape: RegExp, find: Find])[] = [
  [/^\/$/, () => ({ url: 'https://blockfrost.io/', version: '0.1.93' })],
  [/^\/health$/, () => ({ is_healthy: true })],
  [/^\/genesis$/, () => GENESIS_ANSWER],
  [/^\/blocks\/([^/]+)$/, blockAt(describeBlock)],
  [
    /^\/blocks\/([^/]+)\/next$/,
    blockAt((state, { height }) => state.blocks.slice(height + 1).map((block) => describeBlock(state, block))),
  ],
  [
    /^\/blocks\/([^/]+)\/previous$/,
    blockAt((state, { height }) =>
      state.blocks.slice(Math.max(0, height - PAGE), height).map((block) => describeBlock(state, block)),
    ),
  ],
  [/^\/blocks\/([^/]+)\/txs$/, blockAt((_, { transactions }) => transactions.map(({ hash }) => hash))],
  [
    /^\/blocks\/([^/]+)\/txs\/cbor$/,
    blockAt((_, { transactions }) => transactions.map(({ hash, cbor }) => ({ tx_hash: hash, cbor }))),
  ],
  [/^\/blocks\/([^/]+)\/addresses$/, blockAt(addressesOf)],
  [/^\/txs\/([^/]+)$/, transactionAt((_, place) => describeTransaction(place))],
  [/^\/txs\/([^/]+)\/utxos$/, transactionAt((state, { transaction }) => describeUtxos(state, transaction))],
  [/^\/txs\/([^/]+)\/cbor$/, transactionAt((_, { transaction: { cbor } }) => ({ cbor }))],
  [/^\/addresses\/([^/]+)$/, describeAddress],
  [/^\/addresses\/([^/]+)\/utxos$/, utxosAt],
  [/^\/addresses\/([^/]+)\/transactions$/, transactionsAt],
  [
    /^\/mempool\/([^/]+)$/,
    ({ waiting }, name) => waiting.flatMap(({ hash }) => (hash === name ? { tx: { hash } } : []))[0],
  ],
  [/^\/epochs\/latest\/parameters$/, (state) => describeParameters(epochAt(slotAt(state.tip().time)).epoch)],
  [/^\/mempool$/, ({ waiting }) => waiting.map(({ hash }) => ({ tx_hash: hash }))],
];
