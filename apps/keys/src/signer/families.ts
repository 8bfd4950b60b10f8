import {
  bitcoinAddress,
  cardanoAddress,
  type ChainAddress,
  evmAddress,
  polkadotAddress,
  solanaAddress,
  tronAddress,
} from '@kobogate/addresses';
import { EVM_NETWORK_IDS, type NetworkId } from '@kobogate/contract';
import {
  type KeyPlace,
  mostBitcoinFee,
  mostCardanoFee,
  mostEvmFee,
  mostPolkadotFee,
  mostSolanaFee,
  mostTronFee,
  type Planned,
} from '@kobogate/plans';
import type { SpendingKeys } from '../derive/spending-keys.ts';
import { scriptOf, signBitcoinPlan } from '../sign/sign-bitcoin-plan.ts';
import { signCardanoPlan } from '../sign/sign-cardano-plan.ts';
import { signEvmPlan } from '../sign/sign-evm-plan.ts';
import { signPolkadotPlan } from '../sign/sign-polkadot-plan.ts';
import { signSolanaPlan } from '../sign/sign-solana-plan.ts';
import { signTronPlan } from '../sign/sign-tron-plan.ts';
import type { Effect, ReadingOf } from './read/effect.ts';
import { readBitcoin } from './read/read-bitcoin.ts';
import { readCardano } from './read/read-cardano.ts';
import { readEvm } from './read/read-evm.ts';
import { readPolkadot } from './read/read-polkadot.ts';
import { readSolana } from './read/read-solana.ts';
import { readTron } from './read/read-tron.ts';

type Kind = Planned['kind'];
type PlannedOf<Of extends Kind> = Extract<Planned, { kind: Of }>;

/** How the signer handles the transactions of one family of chains. */
interface Family<Of extends Kind> {
  isOn(network: NetworkId): boolean;
  /** The address at a place below the seed. */
  addressAt(keys: SpendingKeys, place: KeyPlace): ChainAddress;
  /** Every place whose key signs. */
  signersOf(planned: PlannedOf<Of>): readonly KeyPlace[];
  sign(planned: readonly PlannedOf<Of>[], keys: SpendingKeys, network: NetworkId): string[];
  /** What a signed one does, by its bytes. Throws where that is more than moving coins. */
  read(raw: string, reading: ReadingOf<PlannedOf<Of>>): Effect;
  /** The most, in smallest units, that one may cost: more is an error or theft. */
  most(planned: PlannedOf<Of>, network: NetworkId): bigint;
}

const only =
  (own: NetworkId) =>
  (network: NetworkId): boolean =>
    network === own;
const evmOf = (network: NetworkId) => {
  const evm = EVM_NETWORK_IDS.find((id) => id === network);
  if (evm === undefined) throw new Error(`${network} is no EVM network`);
  return evm;
};

export const FAMILIES: { readonly [Of in Kind]: Family<Of> } = {
  evm: {
    isOn: (network) => EVM_NETWORK_IDS.some((id) => id === network),
    addressAt: (keys, { chain, index }) => evmAddress(keys.evm(chain, index).publicKey),
    signersOf: ({ from }) => [from],
    sign: (planned, { evm }, network) => signEvmPlan(evmOf(network), planned, evm),
    read: readEvm,
    most: (_planned, network) => mostEvmFee(evmOf(network)),
  },
  tron: {
    isOn: only('tron'),
    addressAt: (keys, { chain, index }) => tronAddress(keys.tron(chain, index).publicKey),
    signersOf: ({ from }) => [from],
    sign: (planned, { tron }) => signTronPlan(planned, tron),
    read: readTron,
    most: mostTronFee,
  },
  solana: {
    isOn: only('solana'),
    addressAt: (keys, { chain, index }) => solanaAddress(keys.solana(chain, index).publicKey),
    signersOf: ({ payer, from }) => [payer, from],
    sign: (planned, { solana }) => signSolanaPlan(planned, solana),
    read: readSolana,
    most: mostSolanaFee,
  },
  polkadot: {
    isOn: only('polkadot'),
    addressAt: (keys, { chain, index }) => polkadotAddress(keys.polkadot(chain, index).publicKey),
    signersOf: ({ from }) => [from],
    sign: (planned, { polkadot }) => signPolkadotPlan(planned, polkadot),
    read: readPolkadot,
    most: mostPolkadotFee,
  },
  cardano: {
    isOn: only('cardano'),
    addressAt: (keys, { chain, index }) => cardanoAddress(keys.cardano(chain, index).publicKey),
    signersOf: ({ inputs }) => inputs.map(({ place }) => place),
    sign: (planned, { cardano }) => signCardanoPlan(planned, cardano),
    read: readCardano,
    most: mostCardanoFee,
  },
  bitcoin: {
    isOn: only('mainnet'),
    addressAt: (keys, place) => {
      const { script, keyAt } = scriptOf(place, keys.bitcoin);
      return bitcoinAddress(keyAt(place.chain, place.index).publicKey, script);
    },
    signersOf: ({ inputs }) => inputs.map(({ place }) => place),
    sign: (planned, { bitcoin }) => signBitcoinPlan(planned, bitcoin),
    read: readBitcoin,
    most: ({ inputs }) => mostBitcoinFee(inputs.length),
  },
};
