import type { PaymentOverview } from '@kobogate/contract';
import { nairaOfKobo } from '../../lib/formats.ts';
import { FigureStrip } from '../../ui/figure-strip.tsx';
import { paymentsText } from './settled-choice.ts';

/** Where the money of the merchant's payments is now. */
export function SettledFigures({ overview: { today, waiting, held, short } }: { overview: PaymentOverview }) {
  return (
    <div className="mb-6">
      <FigureStrip
        label="Where your money is"
        columns={4}
        figures={[
          {
            name: 'Settled today',
            value: nairaOfKobo(today.nairaKobo),
            detail: `${paymentsText(today.payments)}, in your bank`,
          },
          {
            name: 'Waiting',
            value: nairaOfKobo(waiting.nairaKobo),
            detail: `${paymentsText(waiting.payments)}, on the way`,
          },
          {
            name: 'Held',
            value: nairaOfKobo(held.nairaKobo),
            detail: `${paymentsText(held.payments)}, a person reviews ${held.payments === 1 ? 'it' : 'them'}`,
          },
          {
            name: 'Part is missing',
            value: nairaOfKobo(short.nairaKobo),
            detail: `${paymentsText(short.payments)}, short of coins`,
          },
        ]}
      />
    </div>
  );
}
