// A transaction's bytes are read to the lovelace in every form that the ledger allows, and refused in every other: one that is
// read wrongly would be credited wrongly.
import { isDeepStrictEqual } from 'node:util';
import { checkAddress } from '@kobogate/addresses';
import { createRandom } from '@kobogate/testkit/chains/schedules.ts';
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { NodeFault } from '../../../custody/index.ts';
import { readTransaction } from './read-transaction.ts';

/** CIP-19's own example of an enterprise address, as text and as the bytes in an output. */
const ADDRESS = 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8';
const BYTES = '619493315cd92eb5d8c4304e67b7e16ae36d61d34502694657811a2c8e';
/** The same key on the test network, and an address of the Byron era. */
const TEST_NETWORK = `581d60${BYTES.slice(2)}`;
const BYRON = `581882d818584283581c${'00'.repeat(16)}`;
const OURS = `581d${BYTES}`;
const TOKENS = `a1581c${'07'.repeat(28)}a1444b6f626f05`;
/** A fee, and the other fields that a body can have. */
const FEE = '021a00030d40';

const withBody = (body: string, after = 'a0f5f6'): string => `84${body}${after}`;
const withOutputs = (outputs: string): string => withBody(`a201${outputs}${FEE}`);
const deep = `${'81'.repeat(5000)}00`;
const seven = { index: 0, address: ADDRESS, lovelace: 7n, hasTokens: false };

test.each([
  ['an output as a map', withOutputs(`81a200${OURS}0107`), [seven]],
  ['an output as a list', withOutputs(`8182${OURS}07`), [seven]],
  ['a list with a datum’s hash', withOutputs(`8183${OURS}075820${'ab'.repeat(32)}`), [seven]],
  ['a map in another order', withOutputs(`81a2010700${OURS}`), [seven]],
  ['a map with a datum and a script', withOutputs(`81a400${OURS}0107028201d81842182a03d818458200820102`), [seven]],
  ['lists and maps until a break', withBody(`bf019fbf00${OURS}0107ffff${FEE}ff`), [seven]],
  ['a transaction until a break', `9fa2018182${OURS}07${FEE}a0f5f6ff`, [seven]],
  ['an address in pieces', withOutputs(`81825f4161581c${BYTES.slice(2)}ff07`), [seven]],
  [
    'a datum and a note in pieces',
    withOutputs(`81a300${OURS}0107028201d8185f41014102ff`).replace(/f6$/, 'a1007f6161ff'),
    [seven],
  ],
  ['an amount in its longest form', withOutputs(`8182${OURS}1b0000000000000007`), [seven]],
  ['tokens that come along', withOutputs(`8182${OURS}8207${TOKENS}`), [{ ...seven, hasTokens: true }]],
  ['no tokens in a place for them', withOutputs(`8182${OURS}8207a0`), [seven]],
  ['an address of the test network', withOutputs(`8182${TEST_NETWORK}07`), [{ ...seven, address: null }]],
  ['an address of the Byron era', withOutputs(`8182${BYRON}07`), [{ ...seven, address: null }]],
  [
    'an address with rubbish after its end',
    withOutputs(`8182590100${BYTES}${'00'.repeat(227)}07`),
    [{ ...seven, address: null }],
  ],
  ['the outputs after much else', withBody(`a4${FEE}07c1fb41d452d9e20000000e${deep}018182${OURS}07`), [seven]],
  ['no outputs', withOutputs('80'), []],
  ['a failed contract without a return', withBody(`a2018182${OURS}07${FEE}`, 'a0f4f6'), []],
  [
    'a failed contract’s return',
    withBody(`a3018282${OURS}0782${OURS}09${FEE}10a200${OURS}0107`, 'a0f4f6'),
    [{ ...seven, index: 2 }],
  ],
  ['the return of one that did not fail', withBody(`a3018182${OURS}07${FEE}1082${OURS}09`), [seven]],
])('%s is read', (_, hex, outputs) => {
  const transaction = readTransaction(hex);
  expect(transaction.outputs).toEqual(outputs);
  expect(transaction.hash).toMatch(/^[0-9a-f]{64}$/);
});

test('its name is the hash of its body’s own bytes, in whatever form they are', () => {
  const body = `bf019f82${OURS}1b0000000000000007ff${FEE}ff`;
  expect(readTransaction(withBody(body)).hash).toBe(bytesToHex(blake2b(hexToBytes(body), { dkLen: 32 })));
});

test('a transaction of the main network has the name that wallets give it (cardano-hw-cli’s published vector)', () => {
  const body =
    'a40081825820941a33cf9d39bba4102c4eff8bd54efd72cf93e65a023a4475ba48a58fc0de000001818258390114c16d7f43243bd81478e68b9db53a8528fd4fb1078d58d54a7f11241d227aefa4b773149170885aadba30aab3127cc611ddbc4999def61c1a002b2b4b021a00029b75031a00a8474c';
  const transaction = readTransaction(withBody(body));
  expect(transaction.hash).toBe('ca7b59e959a6a7cf570468438c728c7693bc1582450b89ea095f3d04ae312e6a');
  const [output] = transaction.outputs;
  expect(output).toMatchObject({ index: 0, lovelace: 2_829_131n });
  expect(checkAddress('cardano', output?.address ?? '', 'Cardano')).toEqual({
    address: output?.address,
    addressKey: output?.address,
  });
});

test.each([
  ['nothing', ''],
  ['no list', 'a0'],
  ['a transaction of three parts', `83a2018182${OURS}07${FEE}a0f5`],
  ['a transaction of five parts', `85a2018182${OURS}07${FEE}a0f5f6f6`],
  ['a validity that is none', withBody(`a2018182${OURS}07${FEE}`, 'a001f6')],
  ['bytes after its end', `${withOutputs(`8182${OURS}07`)}00`],
  ['an end too early', withOutputs(`8182${OURS}07`).slice(0, -2)],
  ['no outputs at all', withBody(`a1${FEE}`)],
  ['two lists of outputs', withBody(`a2018182${OURS}07018182${OURS}09`)],
  ['two returns', withBody(`a301801082${OURS}071082${OURS}07`, 'a0f4f6')],
  ['an output without an amount', withOutputs(`8181${OURS}`)],
  ['an output with two amounts', withOutputs(`81a300${OURS}01070109`)],
  ['an output with two addresses', withOutputs(`81a300${OURS}00${OURS}0107`)],
  ['an address that is a text', withOutputs(`81827839${Buffer.from(ADDRESS).toString('hex').slice(0, 114)}07`)],
  ['a negative amount', withOutputs(`8182${OURS}26`)],
  ['a fraction', withOutputs(`8182${OURS}f94700`)],
  ['a number of any length', withOutputs(`8182${OURS}c24107`)],
  ['more than all coins', withOutputs(`8182${OURS}1b00a0000000000001`)],
  ['an amount with three parts', withOutputs(`8182${OURS}8307a0a0`)],
  ['an amount of tokens only', withOutputs(`8182${OURS}81${TOKENS}`)],
  ['a list longer than the bytes', withOutputs(`9a7fffffff82${OURS}07`)],
  ['a length that no computer has', withOutputs(`81825bffffffffffffffff${BYTES}07`)],
  ['a number without an end', withOutputs(`8182${OURS}1f`)],
  ['a break in the wrong place', withOutputs(`8182${OURS}ff`)],
  ['a list that never ends', withOutputs(`819f${OURS}07`)],
])('%s is refused', (_, hex) => {
  expect(() => readTransaction(hex)).toThrow(NodeFault);
});

/** What a reader makes of bytes: its result, or null where it refuses them. Any other error is rethrown. */
function readOrRefuse(hex: string): ReturnType<typeof readTransaction> | null {
  try {
    return readTransaction(hex);
  } catch (error) {
    if (error instanceof NodeFault) return null;
    throw error;
  }
}

test('of 5,000 damaged transactions none keeps its name and pays otherwise, and none brings the reader down', () => {
  const honest = Buffer.from(withBody(`a3018282${OURS}0782${OURS}8207${TOKENS}${FEE}10a200${OURS}0109`), 'hex');
  const { hash, outputs } = readTransaction(honest.toString('hex'));
  const random = createRandom(20_261_121);
  const read = Array.from({ length: 5_000 }, () => {
    const damaged = Buffer.from(honest);
    for (let left = random(3) + 1; left > 0; left -= 1) damaged[random(damaged.length)] = random(256);
    const kept = random(8) === 0 ? damaged.subarray(0, random(damaged.length)) : damaged;
    return readOrRefuse(kept.toString('hex'));
  }).filter((transaction) => transaction !== null);
  expect(read.length).toBeGreaterThan(100);
  const sameName = read.filter((transaction) => transaction.hash === hash && transaction.isValid);
  expect(sameName.filter((transaction) => !isDeepStrictEqual(transaction.outputs, outputs))).toEqual([]);
});
