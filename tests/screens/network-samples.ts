import type { DepositId, NetworkStatus } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';

const AT = '2026-01-05T09:30:00.000Z';
const working = {
  state: 'used',
  height: 23_412_908,
  lag: 0,
  latencyMs: 84,
  lastError: null,
  lastErrorAt: null,
  heads: 'none',
  headsError: null,
  headsErrorAt: null,
  callsToday: 48_211,
  callsPerDay: 100_000,
  bytesToday: 912_400_000,
} as const;
const read = { checkedAt: AT, stalled: null, surplus: null, secondsLeft: null, degraded: [], waiting: [] };

/** Sample networks: one with a provider that fails and deposits that wait, two that are stopped, one that does well. */
export const NETWORKS: readonly NetworkStatus[] = [
  {
    ...read,
    network: 'ethereum',
    name: 'Ethereum',
    height: 23_412_908,
    headHeight: 23_412_908,
    providers: [
      { ...working, position: 0, host: 'ethereum.first.example', heads: 'live' },
      {
        ...working,
        position: 1,
        host: 'mainnet-with-a-long-name.second.example',
        state: 'fails',
        height: 23_412_871,
        lag: 37,
        latencyMs: 2_310,
        lastError: 'The provider refuses for now (HTTP status 429): daily request count exceeded. We wait for 60 s.',
        lastErrorAt: AT,
        heads: 'down',
        headsError: 'It announced block 23412871 after block 23412908.',
        headsErrorAt: AT,
        callsToday: 100_000,
      },
      { ...working, position: 2, host: 'third.example', state: 'lags', lag: 41, height: 23_412_867, callsPerDay: null },
    ],
    degraded: [
      'No provider of this network traces blocks: coins sent by contracts are found by balance checks only. Add a provider with trace_block or debug_traceBlockByNumber.',
      'mainnet-with-a-long-name.second.example, third.example can’t be used now: deposits may wait longer for a second provider’s word.',
    ],
    waiting: [
      {
        id: idFor<DepositId>('a'),
        currency: 'USDT',
        amount: '12500.5',
        address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
        transaction: `0x${'a1'.repeat(32)}`,
        customerEmail: 'sample-person@example.test',
        waitsFor: 'person',
        readBy: 'ethereum.first.example',
        contradiction: null,
        seenAt: AT,
        firstVoucher: 'Ada Obi',
      },
      {
        id: idFor<DepositId>('b'),
        currency: 'ETH',
        amount: '3.25',
        address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
        transaction: `0x${'b2'.repeat(32)}`,
        customerEmail: null,
        waitsFor: 'provider',
        readBy: 'ethereum.first.example',
        contradiction: 'mainnet-with-a-long-name.second.example has 0.00325 ETH in its place.',
        seenAt: AT,
        firstVoucher: null,
      },
      {
        id: idFor<DepositId>('c'),
        currency: 'USDC',
        amount: '900',
        address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
        transaction: `0x${'c3'.repeat(32)}`,
        customerEmail: 'another-person@example.test',
        waitsFor: 'finality',
        readBy: 'ethereum.first.example',
        contradiction: null,
        seenAt: AT,
        firstVoucher: null,
      },
    ],
  },
  {
    ...read,
    network: 'bsc',
    name: 'BNB Smart Chain',
    height: 61_200_114,
    headHeight: 61_209_880,
    stalled: 'None of the 2 providers can be used. The node is on chain 97, and this network is chain 56.',
    providers: [
      {
        ...working,
        position: 0,
        host: 'bsc.first.example',
        state: 'rests',
        callsToday: 100_000,
        latencyMs: null,
        height: null,
        lag: null,
      },
    ],
    degraded: [
      'One provider alone is asked: nobody confirms what it says, and larger deposits wait for a person. Name a second one in the network’s RPC variable.',
    ],
  },
  {
    ...read,
    network: 'solana',
    name: 'Solana',
    height: 371_004_212,
    headHeight: 371_004_212,
    providers: [
      { ...working, position: 0, host: 'solana.first.example', height: 371_004_212 },
      { ...working, position: 1, host: 'solana.second.example', state: 'ready', height: 371_004_211, lag: 1 },
    ],
  },
  {
    ...read,
    network: 'polygon',
    name: 'Polygon',
    height: 71_004_212,
    headHeight: 71_004_290,
    stalled:
      'The deposit addresses hold 1204.5 USDT more than their known payments explain: coins may arrive in a way that this program does not know. Nothing is credited here until an operator has looked into it.',
    surplus: '1204.5 USDT',
    providers: [{ ...working, position: 0, host: 'polygon.first.example', height: 71_004_212 }],
  },
];
