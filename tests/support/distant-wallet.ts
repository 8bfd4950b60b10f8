import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { NETWORKS, type EvmNetworkId } from '@kobogate/contract';
import type { Page } from '@playwright/test';
import { Wallet } from 'ethers';
import * as z from 'zod/mini';
import { onNode } from './evm-node.ts';

/** A wallet on another device, reached over a relay; written on Node's cryptography, not on the page's. */
export interface DistantWallet {
  readonly address: string;
  /** Hashes of what it sent. */
  readonly sent: string[];
  /** Everything that the relay carried. */
  readonly carried: string[];
  /** Its owner scans the code that the page shows, and lets the page in. */
  scan(uri: string): void;
}

const call = z.object({
  id: z.number(),
  method: z.optional(z.string()),
  params: z.optional(z.object({ topic: z.string(), message: z.optional(z.string()) })),
});
const proposal = z.object({
  id: z.number(),
  params: z.object({ proposer: z.object({ publicKey: z.string() }) }),
});
const request = z.object({
  id: z.number(),
  method: z.literal('wc_sessionRequest'),
  params: z.object({
    chainId: z.string(),
    request: z.object({
      method: z.literal('eth_sendTransaction'),
      params: z.tuple([z.object({ from: z.string(), to: z.string(), value: z.string(), data: z.string() })]),
    }),
  }),
});

const CIPHER = 'chacha20-poly1305';
const [NONCE, TAG] = [12, 16];

function seal(key: Buffer, message: object): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG });
  const sealed = [cipher.update(JSON.stringify(message)), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([Buffer.of(0), nonce, ...sealed]).toString('base64');
}

function open(key: Buffer, text: string): unknown {
  const bytes = Buffer.from(text, 'base64').subarray(1);
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE), { authTagLength: TAG });
  decipher.setAuthTag(bytes.subarray(-TAG));
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString());
}

const topicOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex');

/**
 * Puts a relay in the place of WalletConnect's for a page, with a wallet behind it that signs for real and sends to the
 * node of `network` at `rpcUrl`.
 */
export async function awaitDistantWallet(
  page: Page,
  { network, rpcUrl }: { network: EvmNetworkId; rpcUrl: string },
): Promise<DistantWallet> {
  const account = Wallet.createRandom();
  const chain = `eip155:${NETWORKS[network].chainId}`;
  const sent: string[] = [];
  const carried: string[] = [];
  const kept: { topic: string; message: string }[] = [];
  let deliver: (topic: string, message: string) => void = () => undefined;
  let hear: (topic: string, message: string) => void = () => undefined;
  await page.routeWebSocket(/relay\.walletconnect/, (socket) => {
    deliver = (topic, message) =>
      socket.send(
        JSON.stringify({
          id: 1,
          jsonrpc: '2.0',
          method: 'irn_subscription',
          params: { id: 's', data: { topic, message } },
        }),
      );
    socket.onMessage((text) => {
      const { id, method, params } = call.parse(JSON.parse(String(text)));
      if (method === undefined || params === undefined) return;
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }));
      if (method === 'irn_subscribe') {
        for (const each of kept.filter(({ topic }) => topic === params.topic)) deliver(each.topic, each.message);
      } else if (params.message !== undefined) {
        carried.push(params.message);
        hear(params.topic, params.message);
      }
    });
  });
  const published: { topic: string; message: string }[] = [];
  hear = (topic, message) => published.push({ topic, message });

  function scan(uri: string): void {
    const key = Buffer.from(new URL(uri).searchParams.get('symKey') ?? '', 'hex');
    const place = topicOf(key);
    const first = published.find(({ topic }) => topic === place);
    if (first === undefined) throw new Error('the page has asked nothing where its code leads');
    const { id, params } = proposal.parse(open(key, first.message));
    const own = generateKeyPairSync('x25519');
    const x = Buffer.from(params.proposer.publicKey, 'hex').toString('base64url');
    const theirs = createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x }, format: 'jwk' });
    const agreed = diffieHellman({ privateKey: own.privateKey, publicKey: theirs });
    const shared = Buffer.from(hkdfSync('sha256', agreed, '', '', 32));
    const meeting = topicOf(shared);
    hear = (topic, message) => {
      if (topic === meeting) void answer(shared, meeting, message);
    };
    const namespaces = { eip155: { accounts: [`${chain}:${account.address}`], methods: [], events: [] } };
    const settle = { id: 7, jsonrpc: '2.0', method: 'wc_sessionSettle', params: { namespaces, expiry: 0 } };
    // The page follows the meeting place once it has the key: until then the relay keeps what is sent there.
    kept.push({ topic: meeting, message: seal(shared, settle) });
    const { x: publicX = '' } = own.publicKey.export({ format: 'jwk' });
    const responderPublicKey = Buffer.from(publicX, 'base64url').toString('hex');
    deliver(place, seal(key, { id, jsonrpc: '2.0', result: { relay: { protocol: 'irn' }, responderPublicKey } }));
  }

  async function answer(key: Buffer, topic: string, message: string): Promise<void> {
    const asked = request.safeParse(open(key, message));
    if (!asked.success) return;
    const { id, params } = asked.data;
    const [{ from, to, value, data }] = params.request.params;
    if (params.chainId !== chain || from !== account.address) throw new Error('asked for another account');
    const { hash } = await onNode(rpcUrl, (node) => account.connect(node).sendTransaction({ to, value, data }));
    sent.push(hash);
    deliver(topic, seal(key, { id, jsonrpc: '2.0', result: hash }));
  }

  return { address: account.address, sent, carried, scan };
}
