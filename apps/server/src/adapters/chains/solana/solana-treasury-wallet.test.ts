// Our balances on Solana are counted to the unit, and an account of another kind is not believed.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { associatedTokenAccount } from '@kobogate/addresses';
import { findAsset, type RefundId } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { base58 } from '@scure/base';
import { afterEach, expect, test } from 'vitest';
import { NodeFault } from '../../../custody/index.ts';
import type { Rpc } from '../rpc.ts';
import { readPayees } from './read-holdings.ts';
import { createSolanaTreasuryWallet } from './solana-treasury-wallet.ts';

const GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const ADDRESS = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk';
const STRANGER = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96';
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const wallet = (lamports: number) => ({ lamports, owner: '1'.repeat(32), data: ['', 'base64'] });
const OURS = { chain: 0, index: 0, address: ADDRESS, addressKey: ADDRESS } as const;
const USDC = findAsset('USDC', 'solana')?.contract ?? '';
const USDT = findAsset('USDT', 'solana')?.contract ?? '';
const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close().closeAllConnections();
});

function tokenAccount({ mint = USDC, owner = ADDRESS, amount = 25_000_000n, length = 165 } = {}) {
  const bytes = Buffer.alloc(length);
  bytes.set(base58.decode(mint), 0);
  bytes.set(base58.decode(owner), 32);
  bytes.writeBigUInt64LE(amount, 64);
  return { lamports: 2_039_280, owner: TOKEN_PROGRAM, data: [bytes.toString('base64'), 'base64'] };
}

/** A node with these accounts, whose answers `change` may spoil. */
async function startNode(
  accounts: Readonly<Record<string, unknown>>,
  change: (value: unknown[]) => unknown = (value) => value,
  genesis = GENESIS,
) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const calls: { id: number; method: string; params: [string[]] }[] = JSON.parse(Buffer.concat(chunks).toString());
      const answers = calls.map(({ id, method, params: [asked] }) => ({
        id,
        result: method === 'getGenesisHash' ? genesis : { value: change(asked.map((key) => accounts[key] ?? null)) },
      }));
      response.end(JSON.stringify(answers));
    });
  }).listen(0, '127.0.0.1');
  open.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return createSolanaTreasuryWallet({ rpcUrl: `http://127.0.0.1:${port}` });
}

const usdcAt = (account: unknown) => ({ [associatedTokenAccount(ADDRESS, USDC)]: account });

test('coins lie at the address, tokens at its associated accounts; the rent of those is not a deposit', async () => {
  const treasuryWallet = await startNode({
    [ADDRESS]: wallet(1_500_000_000),
    ...usdcAt(tokenAccount()),
    [associatedTokenAccount(ADDRESS, USDT)]: tokenAccount({ mint: USDT, amount: 0n }),
  });
  const holdings = await treasuryWallet.holdings([OURS]);
  expect(holdings.map(({ asset, amount }) => [asset, amount])).toEqual([
    ['SOL@solana', 1_500_000_000n],
    ['USDC@solana', 25_000_000n],
  ]);
});

test('tokens whose account has another owner are not ours', async () => {
  const treasuryWallet = await startNode(usdcAt(tokenAccount({ owner: STRANGER })));
  expect(await treasuryWallet.holdings([OURS])).toEqual([]);
});

test('SOL that a stranger sends to where a token account is not open yet is no account of that token, and stops no counting', async () => {
  const treasuryWallet = await startNode({
    [ADDRESS]: wallet(1_500_000_000),
    ...usdcAt(wallet(890_880)),
    [associatedTokenAccount(ADDRESS, USDT)]: tokenAccount({ mint: USDT, amount: 7n }),
  });
  expect((await treasuryWallet.holdings([OURS])).map(({ asset, amount }) => [asset, amount])).toEqual([
    ['SOL@solana', 1_500_000_000n],
    ['USDT@solana', 7n],
  ]);
});

test('an address without a private key that holds nothing, such as a token account that is not open, is no wallet to refund to', async () => {
  const without = associatedTokenAccount(STRANGER, USDC);
  const rpc: Rpc = (calls) =>
    Promise.resolve(
      calls.map(({ method, params: [asked] }) => ({
        ok: true,
        result: method === 'getGenesisHash' ? GENESIS : { value: Array.isArray(asked) ? asked.map(() => null) : [] },
      })),
    );
  const due = [without, STRANGER].map((address) => ({
    id: idFor<RefundId>(address),
    asset: 'USDC@solana',
    amount: 1n,
    address,
  }));
  const payees = await readPayees(rpc, due);
  expect([without, STRANGER].map((address) => payees.get(address)?.account)).toEqual(['other', 'none']);
});

test.each<[string, Parameters<typeof startNode>]>([
  ['is on a test network', [{}, undefined, 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG']],
  ['gives half the accounts', [{}, (value) => value.slice(1)]],
  ['gives no list', [{}, () => null]],
  ['gives an account of another coin', [usdcAt(tokenAccount({ mint: USDT }))]],
  ['gives half a token account', [usdcAt(tokenAccount({ length: 80 }))]],
  ['gives an account in words', [usdcAt({ ...wallet(1), data: { parsed: {} } })]],
  ['gives a negative balance', [{ [ADDRESS]: wallet(-1) }]],
  ['gives a balance in decimals', [{ [ADDRESS]: wallet(1.5) }]],
])('[D9] a node that %s is not believed', async (_, given) => {
  const treasuryWallet = await startNode(...given);
  await expect(treasuryWallet.holdings([OURS])).rejects.toThrow(NodeFault);
});
