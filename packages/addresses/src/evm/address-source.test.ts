// Deposit addresses come from the operator's account public key alone, and are the ones that common wallets derive from
// it.
import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import { evmAddressSource } from './address-source.ts';

// The phrase "test … junk", m/44'/60'/0': published by Hardhat and Foundry as a test account.
const XPUB =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP';

test('[H-1] an account public key gives the known addresses, with their checksum', () => {
  const { derive } = evmAddressSource(XPUB);
  expect([derive(0), derive(1)]).toEqual([
    {
      address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      addressKey: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    },
    {
      address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      addressKey: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
    },
  ]);
});

test('[H-1] BIP-39\'s phrase "abandon … about" gives its known addresses too', () => {
  // Its BIP-39 seed with an empty passphrase, from the specification's own vectors (trezor/python-mnemonic,
  // vectors.json).
  const seed = Buffer.from(
    '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
    'hex',
  );
  const account = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'");
  const { derive } = evmAddressSource(account.publicExtendedKey);
  expect([0, 1].map((index) => derive(index).address)).toEqual([
    '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0',
  ]);
});

test('[H-1] a private key is refused in words, and so is a key that is broken or of another level', () => {
  const master = HDKey.fromMasterSeed(Buffer.alloc(32, 7));
  expect(() => evmAddressSource(master.derive("m/44'/60'/0'").privateExtendedKey)).toThrow(/private key/);
  expect(() => evmAddressSource(`${XPUB.slice(0, -1)}Q`)).toThrow(/typing error/);
  expect(() => evmAddressSource(master.publicExtendedKey)).toThrow(/0 levels deep instead of 3/);
});

test('two account keys never share a fingerprint, and one keeps its own', () => {
  const other = HDKey.fromMasterSeed(Buffer.alloc(32, 7)).derive("m/44'/60'/0'").publicExtendedKey;
  const first = evmAddressSource(XPUB).keyFingerprint;
  expect(first).toMatch(/^[0-9a-f]{40}$/);
  expect(evmAddressSource(XPUB).keyFingerprint).toBe(first);
  expect(evmAddressSource(other).keyFingerprint).not.toBe(first);
});
