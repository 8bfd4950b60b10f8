// The addresses, signatures and fees of every family are those of libraries that share no code with ours: bitcoinjs-lib,
// ethers, Emurgo's Cardano library, @polkadot/keyring and @solana/web3.js, on three phrases up to index 99,999.
import { createHmac } from 'node:crypto';
import CardanoLibrary from '@emurgo/cardano-serialization-lib-nodejs';
import {
  bitcoinAddress,
  bitcoinAddressSource,
  cardanoAddress,
  evmAddress,
  evmAddressSource,
  polkadotAddress,
  solanaAddress,
  associatedTokenAccount,
} from '@kobogate/addresses';
import { findLedgerAsset, idSchema, type NetworkId } from '@kobogate/contract';
import {
  type BitcoinPlanned,
  type CardanoPlanned,
  dotTransferOf,
  dotTransferPayload,
  dotTransferSignature,
  type EvmPlanned,
  formatFile,
  PLAN_FORMAT,
  type Planned,
  type PolkadotPlanned,
  readSignedPlans,
  type SolanaPlanned,
  tokenTransferData,
} from '@kobogate/plans';
import { cardanoAddressSource, polkadotAddressSource } from '@kobogate/testkit/custody/address-sources.ts';
import { Keyring } from '@polkadot/keyring';
import { Transaction as ScureTransaction } from '@scure/btc-signer';
import { Keypair, PublicKey, Transaction as SolanaTransaction } from '@solana/web3.js';
import { payments, script as bitcoinScript, Transaction as BitcoinTransaction } from 'bitcoinjs-lib';
import { HDNodeWallet, Signature, SigningKey, Transaction as EvmTransaction } from 'ethers';
import { describe, expect, test } from 'vitest';
import { prepareSigning } from './commands/sign-plan.ts';
import { readWords } from './derive/seed.ts';
import { openWallet } from './derive/wallet.ts';

const PHRASES = [
  `${'abandon '.repeat(11)}about`,
  `${'test '.repeat(11)}junk`,
  'legal winner thank year wave sausage worth useful legal winner thank year wave sausage worth useful legal winner thank year wave sausage worth title',
];
const INDEXES = [0, 1, 2, 19, 255, 256, 99_999];
const HARD = 0x8000_0000;
const TREASURY = [1, 0] as const;

/** What the other libraries make of a phrase, at a chain and an index. */
function oracles(phrase: string) {
  const evm = (chain: number, index: number) => HDNodeWallet.fromPhrase(phrase, '', `m/44'/60'/0'/${chain}/${index}`);
  const bitcoin = (chain: number, index: number) =>
    payments.p2wpkh({
      pubkey: bytesOf(HDNodeWallet.fromPhrase(phrase, '', `m/84'/0'/0'/${chain}/${index}`).publicKey),
    });
  const entropy = bytesOf(HDNodeWallet.fromPhrase(phrase).mnemonic?.entropy ?? '');
  const account = CardanoLibrary.Bip32PrivateKey.from_bip39_entropy(entropy, new Uint8Array())
    .derive(HARD + 1852)
    .derive(HARD + 1815)
    .derive(HARD);
  const cardano = (chain: number, index: number) => {
    const hash = account.derive(chain).derive(index).to_public().to_raw_key().hash();
    const credential = CardanoLibrary.Credential.from_keyhash(hash);
    return CardanoLibrary.EnterpriseAddress.new(1, credential).to_address().to_bech32();
  };
  const keyring = new Keyring({ type: 'sr25519', ss58Format: 0 });
  const polkadot = (path: string) => keyring.createFromUri(`${phrase}//kobogate/${path}`);
  const seed = bytesOf(HDNodeWallet.fromPhrase(phrase).mnemonic?.computeSeed() ?? '');
  const solana = (chain: number, index: number) => Keypair.fromSeed(slip10(seed, [44, 501, index, chain]));
  return { evm, bitcoin, cardano, polkadot, solana };
}

/** SLIP-10 for ed25519: each level hardened (github.com/satoshilabs/slips, slip-0010). */
function slip10(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = createHmac('sha512', 'ed25519 seed').update(seed).digest();
  for (const step of path) {
    const index = Buffer.alloc(4);
    index.writeUInt32BE(HARD + step);
    const data = Buffer.concat([Buffer.alloc(1), node.subarray(0, 32), index]);
    node = createHmac('sha512', node.subarray(32)).update(data).digest();
  }
  return new Uint8Array(node.subarray(0, 32));
}

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.replace(/^0x/, ''), 'hex'));
const refundId = idSchema('Refund').parse('r');

/** Has the key tool sign a plan, and answers its raw transactions. */
function sign(phrase: string, network: NetworkId, transactions: Planned[]): readonly string[] {
  const file = {
    format: PLAN_FORMAT,
    id: idSchema('Plan').parse('sample'),
    network,
    madeAt: '',
    transactions,
  } as const;
  const { spending } = openWallet(readWords(phrase));
  return readSignedPlans(prepareSigning(formatFile(file), spending).sign())?.[0]?.signed ?? [];
}

describe.each(PHRASES.map((phrase) => [phrase.split(' ').slice(-1).join(), phrase] as const))(
  '… %s',
  (_last, phrase) => {
    const wallet = openWallet(readWords(phrase));
    const keys = wallet.spending;
    const other = oracles(phrase);

    test.each(INDEXES)(
      '[H-1] the deposit addresses at index %i are the same, from the private and the public side',
      (index) => {
        const evm = other.evm(0, index).address;
        expect([
          wallet.evm.address(index).address,
          evmAddressSource(wallet.evm.accountKey).derive(index).address,
        ]).toEqual([evm, evm]);
        const { segwit } = wallet.bitcoin;
        const bitcoin = other.bitcoin(0, index).address;
        expect([
          segwit.address(index).address,
          bitcoinAddressSource(segwit.accountKey, 'segwit').derive(index).address,
        ]).toEqual([bitcoin, bitcoin]);
        const cardano = other.cardano(0, index);
        expect([
          wallet.cardano.address(index).address,
          cardanoAddressSource(wallet.cardano.accountKey).derive(index).address,
        ]).toEqual([cardano, cardano]);
        const polkadot = other.polkadot(String(index)).address;
        expect([
          wallet.polkadot.address(index).address,
          polkadotAddressSource(wallet.polkadot.accountKey).derive(index).address,
        ]).toEqual([polkadot, polkadot]);
        expect(wallet.solana.address(index).address).toBe(other.solana(0, index).publicKey.toBase58());
      },
    );

    test('[H-1] the treasuries are the same, and so are Solana’s token accounts', () => {
      expect(evmAddress(keys.evm(...TREASURY).publicKey).address).toBe(other.evm(...TREASURY).address);
      expect(bitcoinAddress(keys.bitcoin.segwit(...TREASURY).publicKey, 'segwit').address).toBe(
        other.bitcoin(...TREASURY).address,
      );
      expect(cardanoAddress(keys.cardano(...TREASURY).publicKey).address).toBe(other.cardano(...TREASURY));
      expect(polkadotAddress(keys.polkadot(...TREASURY).publicKey).address).toBe(other.polkadot('treasury').address);
      const owner = other.solana(...TREASURY).publicKey;
      expect(solanaAddress(keys.solana(...TREASURY).publicKey).address).toBe(owner.toBase58());
      const mint = new PublicKey(findLedgerAsset('USDC@solana')?.contract ?? '');
      const program = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
      const associated = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
      const [account] = PublicKey.findProgramAddressSync(
        [owner.toBytes(), program.toBytes(), mint.toBytes()],
        associated,
      );
      expect(associatedTokenAccount(owner.toBase58(), mint.toBase58())).toBe(account.toBase58());
    });

    test.each(['ethereum', 'base'] as const)(
      'a sweep and a refund on %s are the bytes that ethers signs, with the fee that the plan says',
      async (network) => {
        const treasury = other.evm(...TREASURY);
        const holder = other.evm(0, 5);
        const usdc = findLedgerAsset(`USDC@${network}`)?.contract ?? '';
        const sweep: EvmPlanned = {
          kind: 'evm',
          stage: 1,
          purpose: 'sweep',
          asset: `USDC@${network}`,
          amount: 40_000_000n,
          from: { chain: 0, index: 5, address: holder.address },
          payee: treasury.address,
          payeePlace: { chain: 1, index: 0, address: treasury.address },
          refundId: null,
          nonce: 3,
          to: usdc,
          value: 0n,
          data: tokenTransferData(treasury.address, 40_000_000n),
          gas: 60_000n,
          maxFeePerGas: 10n ** 10n,
          maxPriorityFeePerGas: 10n ** 9n,
        };
        const refund: EvmPlanned = {
          ...sweep,
          stage: 2,
          purpose: 'refund',
          asset: `ETH@${network}`,
          amount: 10n ** 17n,
          from: { chain: 1, index: 0, address: treasury.address },
          payee: '0x52908400098527886E0F7030069857D2E4169EE7',
          payeePlace: null,
          refundId,
          nonce: 0,
          to: '0x52908400098527886E0F7030069857D2E4169EE7',
          value: 10n ** 17n,
          data: '0x',
          gas: 21_000n,
        };
        const signed = sign(phrase, network, [sweep, refund]);
        for (const [at, [signer, planned]] of (
          [
            [holder, sweep],
            [treasury, refund],
          ] as const
        ).entries()) {
          const { to, value, data, nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = planned;
          const chainId = network === 'base' ? 8453 : 1;
          const fields = {
            type: 2,
            chainId,
            to,
            value,
            data,
            nonce,
            gasLimit: gas,
            maxFeePerGas,
            maxPriorityFeePerGas,
          };
          expect(signed[at]).toBe(await signer.signTransaction(fields));
          const read = EvmTransaction.from(signed[at] ?? '');
          expect(read.from).toBe(signer.address);
          expect(read.gasLimit * (read.maxFeePerGas ?? 0n)).toBe(gas * maxFeePerGas);
        }
      },
    );

    test('a transaction of Bitcoin is signed by the keys of its inputs, and leaves the miners the fee of the plan', () => {
      const places = [[0, 4], TREASURY] as const;
      const inputs = places.map(([chain, index]) => ({ place: { chain, index }, made: other.bitcoin(chain, index) }));
      const maker = new ScureTransaction();
      maker.addInput({ txid: 'ab'.repeat(32), index: 0 });
      for (const { made } of inputs) maker.addOutput({ script: made.output ?? new Uint8Array(), amount: 5_000_000n });
      const draft = new ScureTransaction();
      for (const [index, { made }] of inputs.entries()) {
        const witnessUtxo = { script: made.output ?? new Uint8Array(), amount: 5_000_000n };
        draft.addInput({ txid: maker.id, index, witnessUtxo, nonWitnessUtxo: maker.unsignedTx });
      }
      const home = other.bitcoin(...TREASURY);
      draft.addOutput({ script: home.output ?? new Uint8Array(), amount: 9_998_000n });
      const planned: BitcoinPlanned = {
        kind: 'bitcoin',
        stage: 0,
        psbt: Buffer.from(draft.toPSBT()).toString('base64'),
        inputs: inputs.map(({ place, made }) => ({
          place: { ...place, address: made.address ?? '' },
          amount: 5_000_000n,
        })),
        outputs: [{ address: home.address ?? '', amount: 9_998_000n, refundId: null }],
        fee: 2_000n,
      };
      const [raw = ''] = sign(phrase, 'mainnet', [planned]);
      const read = BitcoinTransaction.fromHex(raw);
      expect(10_000_000n - read.outs.reduce((sum, { value }) => sum + value, 0n)).toBe(planned.fee);
      expect(Number(planned.fee)).toBeGreaterThan(read.virtualSize());
      for (const [at, { made }] of inputs.entries()) {
        const [signature = new Uint8Array(), publicKey = new Uint8Array()] = read.ins[at]?.witness ?? [];
        expect(publicKey).toEqual(made.pubkey);
        const decoded = bitcoinScript.signature.decode(signature);
        const code = payments.p2pkh({ hash: made.hash ?? new Uint8Array() }).output ?? new Uint8Array();
        const digest = read.hashForWitnessV0(at, code, 5_000_000n, decoded.hashType);
        const [r, s] = [decoded.signature.subarray(0, 32), decoded.signature.subarray(32)].map(hexOf);
        const signers = ([27, 28] as const).map((v) =>
          SigningKey.computePublicKey(
            SigningKey.recoverPublicKey(hexOf(digest), Signature.from({ r: r ?? '', s: s ?? '', v })),
            true,
          ),
        );
        expect(signers).toContain(hexOf(publicKey));
      }
    });

    test('a transaction of Cardano is read whole, signed by its inputs’ keys, and pays at least the network’s least fee', () => {
      const place = (chain: 0 | 1, index: number) => ({ chain, index, address: other.cardano(chain, index) });
      const input = (chain: 0 | 1, index: number, amount: bigint) => ({
        place: place(chain, index),
        transaction: 'ab'.repeat(32),
        index,
        amount,
      });
      const planned: CardanoPlanned = {
        kind: 'cardano',
        stage: 0,
        inputs: [input(0, 4, 5_000_000n), input(1, 0, 3_000_000n)],
        outputs: [{ address: other.cardano(...TREASURY), amount: 7_800_000n, tokens: [], refundId: null }],
        fee: 200_000n,
        invalidHereafter: 150_000_000,
      };
      const [raw = ''] = sign(phrase, 'cardano', [planned]);
      const read = CardanoLibrary.FixedTransaction.from_hex(raw);
      const witnesses = read.witness_set().vkeys();
      const hash = read.transaction_hash().to_bytes();
      const signers = Array.from({ length: witnesses?.len() ?? 0 }, (_, at) => {
        const witness = witnesses?.get(at);
        const key = witness?.vkey().public_key();
        const isValid = key !== undefined && witness !== undefined && key.verify(hash, witness.signature());
        const credential = key === undefined ? undefined : CardanoLibrary.Credential.from_keyhash(key.hash());
        const address = credential && CardanoLibrary.EnterpriseAddress.new(1, credential).to_address().to_bech32();
        return isValid ? address : null;
      });
      expect(new Set(signers)).toEqual(new Set([other.cardano(0, 4), other.cardano(...TREASURY)]));
      // The network's parameters: 44 lovelace a byte, 155,381 for the transaction.
      const number = (text: string) => CardanoLibrary.BigNum.from_str(text);
      const linear = CardanoLibrary.LinearFee.new(number('44'), number('155381'));
      const least = CardanoLibrary.min_fee(CardanoLibrary.Transaction.from_hex(raw), linear).to_str();
      expect(planned.fee).toBeGreaterThanOrEqual(BigInt(least));
      expect(read.body().fee().to_str()).toBe(String(planned.fee));
      expect(read.body().ttl_bignum()?.to_str()).toBe('150000000');
    });

    test('a transfer of DOT is signed so that the keyring’s key of its sender says yes', () => {
      const [from, treasury] = [other.polkadot('5'), other.polkadot('treasury')];
      const planned: PolkadotPlanned = {
        kind: 'polkadot',
        stage: 0,
        purpose: 'sweep',
        asset: 'DOT@polkadot',
        amount: 40_000_000_000n,
        from: { chain: 0, index: 5, address: from.address },
        payee: treasury.address,
        payeePlace: { chain: 1, index: 0, address: treasury.address },
        refundId: null,
        nonce: 3,
        specVersion: 2_002_000,
        transactionVersion: 15,
        fee: 30_000_000n,
      };
      const [raw = ''] = sign(phrase, 'polkadot', [planned]);
      const transfer = dotTransferOf(planned);
      const signature = dotTransferSignature(transfer, raw) ?? new Uint8Array(64);
      expect(from.verify(dotTransferPayload(transfer), signature, from.publicKey)).toBe(true);
      expect(treasury.verify(dotTransferPayload(transfer), signature, treasury.publicKey)).toBe(false);
    });

    test('a transfer on Solana is read by web3.js, with the signatures and signers that it needs', () => {
      const [treasury, from] = [other.solana(...TREASURY), other.solana(0, 5)];
      const place = (chain: 0 | 1, index: number) => ({
        chain,
        index,
        address: other.solana(chain, index).publicKey.toBase58(),
      });
      const planned: SolanaPlanned = {
        kind: 'solana',
        stage: 0,
        purpose: 'sweep',
        asset: 'USDC@solana',
        amount: 25_000_000n,
        from: place(0, 5),
        payee: treasury.publicKey.toBase58(),
        payeePlace: place(1, 0),
        refundId: null,
        payer: place(1, 0),
        nonceAccount: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
        nonce: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
        opensAccount: false,
        unitPrice: 10_000n,
      };
      const [raw = ''] = sign(phrase, 'solana', [planned]);
      const read = SolanaTransaction.from(Buffer.from(raw, 'hex'));
      expect(read.verifySignatures(true)).toBe(true);
      expect(read.feePayer?.toBase58()).toBe(treasury.publicKey.toBase58());
      expect(read.signatures.map(({ publicKey }) => publicKey.toBase58())).toEqual(
        [treasury, from].map(({ publicKey }) => publicKey.toBase58()),
      );
      expect(read.nonceInfo?.nonce ?? read.recentBlockhash).toBe(planned.nonce);
    });
  },
);

const hexOf = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
