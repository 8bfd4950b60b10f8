import type { Plan } from '@kobogate/plans';
import type { OwnAddress } from '../treasury-wallet.ts';

/** Whether a plan is for the signer: it sweeps to the cold address. The key tool signs no such plan. Pure. */
export const isForSigner = ({ transactions }: Plan, cold: OwnAddress | undefined): boolean =>
  cold !== undefined &&
  transactions.some((planned) =>
    'from' in planned
      ? planned.purpose === 'sweep' && planned.payee === cold.address
      : planned.outputs.some(({ address, refundId }) => refundId === null && address === cold.address),
  );
