import {
  formatFile,
  type Plan,
  type Planned,
  readPlan,
  readPlans,
  SIGNED_FORMAT,
  SIGNED_PLANS_FORMAT,
  type SignedPlan,
} from '@kobogate/plans';
import type { SpendingKeys } from '../derive/spending-keys.ts';
import { Refusal } from '../refusal.ts';
import { describeExamined, type Examined, refused } from '../sign/examine.ts';
import { examineBitcoin, signBitcoinPlan } from '../sign/sign-bitcoin-plan.ts';
import { examineCardano, signCardanoPlan } from '../sign/sign-cardano-plan.ts';
import { examinePolkadot, signPolkadotPlan } from '../sign/sign-polkadot-plan.ts';
import { examineSolana, signSolanaPlan } from '../sign/sign-solana-plan.ts';
import { examineTron, signTronPlan } from '../sign/sign-tron-plan.ts';
import { evmNetworkOf, examineEvm, signEvmPlan } from '../sign/sign-evm-plan.ts';

export interface Signing {
  /** What would be signed, in lines to read. */
  readonly words: string;
  /** Signs, and answers the signed file's text. */
  sign(): string;
}

/**
 * Examines a file of one plan or of several: what is shown is read from the transactions themselves, and every address
 * of ours is derived from the seed again. Throws `Refusal` in words where anything differs from a plan: then nothing of
 * the file is signed.
 */
export function prepareSigning(text: string, keys: SpendingKeys): Signing {
  const plans = readPlans(text);
  if (plans === null) throw new Refusal('This is no plan of this version of Kobogate. Nothing was signed.');
  if (new Set(plans.map(({ id }) => id)).size < plans.length) throw refused('One plan is in the file twice.');
  const prepared = plans.map((plan) => {
    if (plan.transactions.length === 0) throw refused('The plan has no transactions.');
    return Object.assign(examine(plan, keys), { plan });
  });
  const signAll = (): SignedPlan[] =>
    prepared.map(({ plan, sign }) => ({ format: SIGNED_FORMAT, plan, signed: sign() }));
  return {
    words: prepared.map(({ plan, examined }) => describeExamined(plan.network, examined)).join('\n\n'),
    sign: () => {
      const [first, ...more] = signAll();
      const isOne = first !== undefined && more.length === 0 && readPlan(text) !== null;
      return formatFile(isOne ? first : { format: SIGNED_PLANS_FORMAT, plans: signAll() });
    },
  };
}

interface Prepared {
  readonly examined: Examined;
  readonly sign: () => string[];
}

function examine(plan: Plan, keys: SpendingKeys): Prepared {
  const evmNetwork = evmNetworkOf(plan);
  if (evmNetwork !== undefined) {
    const evm = allOf(plan, 'evm');
    return {
      examined: examineEvm(evmNetwork, evm, keys.evm),
      sign: () => signEvmPlan(evmNetwork, evm, keys.evm),
    };
  }
  if (plan.network === 'mainnet') {
    const bitcoin = allOf(plan, 'bitcoin');
    return {
      examined: examineBitcoin(bitcoin, keys.bitcoin),
      sign: () => signBitcoinPlan(bitcoin, keys.bitcoin),
    };
  }
  if (plan.network === 'cardano') {
    const cardano = allOf(plan, 'cardano');
    return {
      examined: examineCardano(cardano, keys.cardano),
      sign: () => signCardanoPlan(cardano, keys.cardano),
    };
  }
  if (plan.network === 'polkadot') {
    const polkadot = allOf(plan, 'polkadot');
    return {
      examined: examinePolkadot(polkadot, keys.polkadot),
      sign: () => signPolkadotPlan(polkadot, keys.polkadot),
    };
  }
  if (plan.network === 'solana') {
    const solana = allOf(plan, 'solana');
    return {
      examined: examineSolana(solana, keys.solana),
      sign: () => signSolanaPlan(solana, keys.solana),
    };
  }
  if (plan.network === 'tron') {
    const tron = allOf(plan, 'tron');
    return {
      examined: examineTron(tron, keys.tron),
      sign: () => signTronPlan(tron, keys.tron),
    };
  }
  throw refused(NOT_ITS_NETWORK);
}

const NOT_ITS_NETWORK = 'The plan has transactions of another network than it says.';

/** The transactions of a plan, which must all be of one kind. */
function allOf<Kind extends Planned['kind']>({ transactions }: Plan, kind: Kind): Extract<Planned, { kind: Kind }>[] {
  const found = transactions.filter((planned): planned is Extract<Planned, { kind: Kind }> => planned.kind === kind);
  if (found.length < transactions.length) throw refused(NOT_ITS_NETWORK);
  return found;
}
