// A Bitcoin input tells whose coins it spends where it shows the key or the script that they were locked to, in the
// form in which addresses are watched; where it shows neither, nothing is guessed.
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { checkBitcoinAddress } from './check-address.ts';
import { bitcoinAddress } from './encode.ts';
import { bitcoinInputScript } from './input-owner.ts';

// The public key of BIP-84's first test vector, and its address there.
const KEY = hexToBytes('0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c');
const ADDRESS = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const SIGNATURE = new Uint8Array(71).fill(0x30);
const NONE = new Uint8Array();
const push = (bytes: Uint8Array) => concatBytes(Uint8Array.of(bytes.length), bytes);
const hash160 = (bytes: Uint8Array) => bytesToHex(ripemd160(sha256(bytes)));

test('a key in the witness is the address of that key, as a customer would paste it', () => {
  const script = bitcoinInputScript(NONE, [SIGNATURE, KEY]);
  expect(script).toBe(bitcoinAddress(KEY, 'segwit').addressKey);
  expect(checkBitcoinAddress(ADDRESS)).toMatchObject({ addressKey: script });
});

test('a key in the input’s script, short or long, is an address that begins with 1', () => {
  for (const key of [KEY, concatBytes(Uint8Array.of(4), new Uint8Array(64).fill(7))]) {
    expect(bitcoinInputScript(concatBytes(push(SIGNATURE), push(key)), [])).toBe(`76a914${hash160(key)}88ac`);
  }
});

test('a script that is pushed last is an address that begins with 3, with a witness or without', () => {
  const wrapped = concatBytes(Uint8Array.of(0, 20), ripemd160(sha256(KEY)));
  expect(bitcoinInputScript(push(wrapped), [SIGNATURE, KEY])).toBe(`a914${hash160(wrapped)}87`);
  const twoOfTwo = concatBytes(Uint8Array.of(0x52), push(KEY), push(KEY), Uint8Array.of(0x52, 0xae));
  const spending = concatBytes(Uint8Array.of(0), push(SIGNATURE), Uint8Array.of(0x4c, twoOfTwo.length), twoOfTwo);
  expect(bitcoinInputScript(spending, [])).toBe(`a914${hash160(twoOfTwo)}87`);
  expect(bitcoinInputScript(NONE, [NONE, SIGNATURE, SIGNATURE, twoOfTwo])).toBe(`0020${bytesToHex(sha256(twoOfTwo))}`);
});

test('an input that does not show it has no owner: taproot, an empty one, scripts that are cut off or do more than push', () => {
  const controlBlock = concatBytes(Uint8Array.of(0xc0), new Uint8Array(32));
  for (const [scriptSig, witness] of [
    [NONE, []],
    [NONE, [new Uint8Array(64)]],
    [NONE, [SIGNATURE, KEY, controlBlock]],
    [Uint8Array.of(75, 1, 2), []],
    [concatBytes(push(KEY), Uint8Array.of(0xac)), []],
  ] as const) {
    expect(bitcoinInputScript(scriptSig, witness)).toBeNull();
  }
});
