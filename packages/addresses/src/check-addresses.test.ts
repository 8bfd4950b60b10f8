// Each chain's addresses are taken in their one written form; a broken checksum, another chain's or a test network's
// address, and one from which coins can't be taken back, are refused in words. Samples: BIP-173, BIP-350, BIP-86,
// EIP-55, CIP-19, Bitcoin's first block, and java-tron's own tests.
import { crc32 } from 'node:zlib';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58, bech32, bech32m, createBase58check } from '@scure/base';
import { describe, expect, it } from 'vitest';
import type { AddressCheck } from './address-check.ts';
import { checkAddress } from './check-address.ts';
import { formatSs58 } from './polkadot/ss58.ts';
import { formatTronAddress } from './tron/base58-check.ts';

const evm = (text: string): AddressCheck => checkAddress('evm', text, 'Polygon');
const checkBitcoinAddress = (text: string): AddressCheck => checkAddress('bitcoin', text, 'Bitcoin mainnet');
const checkSolanaAddress = (text: string): AddressCheck => checkAddress('solana', text, 'Solana');
const checkCardanoAddress = (text: string): AddressCheck => checkAddress('cardano', text, 'Cardano');
const checkPolkadotAddress = (text: string): AddressCheck => checkAddress('polkadot', text, 'Polkadot');
const checkTronAddress = (text: string): AddressCheck => checkAddress('tron', text, 'TRON');
const as = (address: string) => expect.objectContaining({ address });
const CHECKSUM = { problem: expect.stringMatching(/checksum does not fit/) };
const TEST_NETWORK = { problem: expect.stringMatching(/of a test network/) };
const notOn = (chain: string) => ({ problem: expect.stringMatching(`This is not an address on ${chain}\\.`) });

/** The text with its character at `index` replaced by another one of the same alphabet and case. */
const mistyped = (text: string, index: number): string =>
  text.slice(0, index) + (text[index] === 'q' ? 'p' : 'q') + text.slice(index + 1);

const TRON = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
const P2PKH = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const P2WPKH = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const P2TR = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr';
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const BASE = 'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x';

describe('[C-6] Bitcoin', () => {
  it('takes P2PKH, P2SH, segwit and taproot, and writes bech32 in lower case', () => {
    const p2sh = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';
    const p2wsh = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
    for (const address of [P2PKH, p2sh, P2WPKH, p2wsh, P2TR]) expect(checkBitcoinAddress(address)).toEqual(as(address));
    expect(checkBitcoinAddress(P2WPKH.toUpperCase())).toEqual(as(P2WPKH));
  });

  it('sees every mistyped character, and mixed case', () => {
    for (let index = 1; index < P2PKH.length; index++) {
      expect(checkBitcoinAddress(mistyped(P2PKH, index))).toEqual(CHECKSUM);
    }
    for (let index = 4; index < P2TR.length; index++) {
      expect(checkBitcoinAddress(mistyped(P2WPKH, Math.min(index, P2WPKH.length - 1)))).toEqual(CHECKSUM);
      expect(checkBitcoinAddress(mistyped(P2TR, index))).toEqual(CHECKSUM);
    }
    expect(checkBitcoinAddress(P2WPKH.replace('w', 'W'))).toEqual(CHECKSUM);
  });

  it('refuses test networks, checksums of the other kind, later witness versions and other chains', () => {
    for (const address of ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn']) {
      expect(checkBitcoinAddress(address)).toEqual(TEST_NETWORK);
    }
    const { words } = bech32.decode('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
    for (const text of [
      bech32m.encode('bc', words),
      bech32.encode('bc', bech32m.decode('bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr').words),
      bech32m.encode('bc', [2, ...words.slice(1)]),
      // Its checksum is right, of what stands before the last 1.
      bech32.encode('bc1x', words),
      'bc1pfeessrawgf',
      EVM,
      'x',
    ]) {
      expect(checkBitcoinAddress(text)).toEqual(notOn('Bitcoin mainnet'));
    }
  });
});

describe('[C-6] EVM', () => {
  it('takes an address with its checksum, or without one, and writes it with one', () => {
    const digits = EVM.slice(2);
    for (const text of [EVM, `0x${digits.toLowerCase()}`, `0x${digits.toUpperCase()}`]) {
      expect(evm(text)).toEqual(as(EVM));
    }
  });

  it('refuses a checksum that does not fit, another form, the zero address and a token’s contract', () => {
    expect(evm(EVM.replace('aAeb', 'AAeb'))).toEqual(CHECKSUM);
    for (const text of [EVM.slice(0, -1), `${EVM}0`, EVM.slice(2), EVM.replace('0x', '0X'), P2PKH]) {
      expect(evm(text)).toEqual(notOn('Polygon'));
    }
    expect(evm(`0x${'0'.repeat(40)}`)).toEqual({ problem: expect.stringMatching(/zero address/) });
    for (const contract of [
      '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      '0xdac17f958d2ee523a2206206994597c13d831ec7',
      // One that customers send by mistake: USDC.e on Polygon.
      '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
    ]) {
      expect(evm(contract)).toEqual({ problem: expect.stringMatching(/address of a token/) });
    }
  });
});

describe('[C-6] Solana', () => {
  const key = (length: number, byte = 7): string => base58.encode(new Uint8Array(length).fill(byte));

  it('takes base58 of 32 bytes and nothing else', () => {
    expect(checkSolanaAddress(key(32))).toEqual(as(key(32)));
    for (const text of [key(31), key(33), key(64), `${key(32).slice(0, -1)}0`, 'l'.repeat(44), EVM, P2PKH]) {
      expect(checkSolanaAddress(text)).toEqual(notOn('Solana'));
    }
    expect(checkSolanaAddress(key(32, 0))).toEqual({ problem: expect.stringMatching(/system program/) });
  });
});

describe('[C-6] Cardano', () => {
  /** A Byron address made of its parts: attributes as CBOR, and what its checksum is off by. */
  function byron(attributes: readonly number[], off = 0): string {
    const payload = Uint8Array.from([0x83, 0x58, 0x1c, ...Array<number>(28).fill(9), ...attributes, 0x00]);
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32BE((crc32(payload) ^ off) >>> 0);
    return base58.encode(Uint8Array.from([0x82, 0xd8, 0x18, 0x58, payload.length, ...payload, 0x1a, ...checksum]));
  }

  it('takes base and enterprise addresses, and old ones', () => {
    const enterprise = 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8';
    for (const address of [BASE, enterprise, byron([0xa0]), byron([0xa1, 0x01, 0x41, 0x05])]) {
      expect(checkCardanoAddress(address)).toEqual(as(address));
    }
    expect(checkCardanoAddress('Ae2tdPwUPEZ5YUb8sM3eS8JqKgrRLzhiu71crfuH2MFtqaYr5ACNRdsswsZ')).toHaveProperty(
      'address',
    );
    expect(checkCardanoAddress(BASE.toUpperCase())).toEqual(as(BASE));
  });

  it('sees every mistyped character of a new address, and a broken checksum of an old one', () => {
    for (let index = 5; index < BASE.length; index++) {
      expect(checkCardanoAddress(mistyped(BASE, index))).toEqual(CHECKSUM);
    }
    expect(checkCardanoAddress(byron([0xa0], 1))).toEqual(CHECKSUM);
  });

  it('refuses test networks, stake addresses, pointers and other chains', () => {
    const { words } = bech32.decode('addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8', 200);
    const bytes = bech32.fromWords(words);
    const withHeader = (header: number, more: readonly number[] = []): string =>
      bech32.encode('addr', bech32.toWords(Uint8Array.from([header, ...bytes.slice(1), ...more])), 200);
    for (const text of [withHeader(0x60), byron([0xa1, 0x02, 0x41, 0x05]), 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6']) {
      expect(checkCardanoAddress(text)).toEqual(TEST_NETWORK);
    }
    const stake = 'stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw';
    expect(checkCardanoAddress(stake)).toEqual({ problem: expect.stringMatching(/stake address/) });
    // The last one has the same bytes as a real one, and a checksum of its own prefix: a second spelling of an address
    // would be on no list.
    const respelled = bech32.encode('addr1x', words, 200);
    for (const text of [withHeader(0x41, [1, 2, 3]), withHeader(0x61, [1]), P2PKH, EVM, 'x', respelled]) {
      expect(checkCardanoAddress(text)).toEqual(notOn('Cardano'));
    }
  });
});

describe('[C-6] Polkadot', () => {
  const ALICE = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5';

  it('takes SS58 with Polkadot’s number, and knows the account in it', () => {
    const addressKey = 'd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d';
    expect(checkPolkadotAddress(ALICE)).toEqual({ address: ALICE, addressKey });
  });

  it('sees every mistyped character', () => {
    for (let index = 1; index < ALICE.length; index++) {
      expect(checkPolkadotAddress(mistyped(ALICE, index))).toHaveProperty('problem');
    }
  });

  it('refuses the same account of another network, the empty account and other chains', () => {
    const account = new Uint8Array(32).fill(7);
    for (const prefix of [2, 42]) {
      expect(checkPolkadotAddress(formatSs58(account, prefix))).toEqual({
        problem: expect.stringMatching(/another network/),
      });
    }
    expect(checkPolkadotAddress(formatSs58(new Uint8Array(32)))).toEqual({
      problem: expect.stringMatching(/coins sent there are lost/),
    });
    for (const text of [P2PKH, EVM, formatSs58(new Uint8Array(20)), 'x']) {
      expect(checkPolkadotAddress(text)).toEqual(notOn('Polkadot'));
    }
  });
});

describe('[C-6] TRON', () => {
  it('takes base58 with the checksum of its bytes, and knows the account in it', () => {
    const addressKey = '0x78c842ee63b253f8f0d2955bbc582c661a078c9d';
    expect(checkTronAddress(TRON)).toEqual({ address: TRON, addressKey });
  });

  it('sees every mistyped character, and two that have changed places', () => {
    for (let index = 1; index < TRON.length; index++) expect(checkTronAddress(mistyped(TRON, index))).toEqual(CHECKSUM);
    expect(checkTronAddress(TRON.replace('qz', 'zq'))).toEqual(CHECKSUM);
  });

  it('refuses other prefixes, other lengths, the zero address, the token’s own and other chains', () => {
    const twenty = new Uint8Array(20).fill(7);
    const testNetwork = createBase58check(sha256).encode(Uint8Array.from([0xa0, ...twenty]));
    for (const text of [testNetwork, TRON.slice(0, -2), `${TRON}1`, P2PKH, EVM, 'x', 'T']) {
      expect(checkTronAddress(text)).toEqual(notOn('TRON'));
    }
    expect(checkTronAddress(formatTronAddress(`0x${'0'.repeat(40)}`))).toEqual({
      problem: expect.stringMatching(/zero address/),
    });
    expect(checkTronAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toEqual({
      problem: expect.stringMatching(/address of a token/),
    });
    expect(evm(TRON)).toEqual(notOn('Polygon'));
  });
});

describe('[C-6] every family', () => {
  const samples = [
    ['bitcoin', P2WPKH],
    ['evm', EVM],
    ['solana', 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'],
    ['cardano', BASE],
    ['polkadot', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
    ['tron', TRON],
  ] as const;

  it.each(samples)('%s: refuses spaces, invisible signs and look-alike letters by name', (family, address) => {
    for (const sign of [' ', '\u00a0', '\u200b', '\u202e', '\n', '\0']) {
      for (const text of [sign + address, address + sign, address.slice(0, 9) + sign + address.slice(9)]) {
        expect(checkAddress(family, text, 'X')).toEqual({
          problem: expect.stringMatching(/space or an invisible sign/),
        });
      }
    }
    // Cyrillic and Greek letters, a full-width digit.
    for (const letter of ['а', 'с', 'ο', '１']) {
      expect(checkAddress(family, letter + address.slice(1), 'X')).toEqual({
        problem: expect.stringContaining(`“${letter}”`),
      });
    }
  });

  it.each(samples)('%s: refuses every other family’s address', (family) => {
    for (const [other, address] of samples) {
      const check = checkAddress(family, address, 'X');
      expect('problem' in check, `${other} as ${family}`).toBe(other !== family);
    }
  });

  it('refuses the address of a token on Solana', () => {
    expect(checkSolanaAddress('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')).toEqual({
      problem: expect.stringMatching(/address of a token/),
    });
  });
});
