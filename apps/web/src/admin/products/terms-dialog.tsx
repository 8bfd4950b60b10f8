import { endpoints, type Product } from '@kobogate/contract';
import { call, isUnreachable } from '../../lib/client.ts';
import { nairaOfKobo } from '../../lib/formats.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SwitchRow } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { SectionForm } from '../settings/section-form.tsx';
import { useSection } from '../settings/use-section.ts';
import { percentText } from '../settings/number-input.ts';
import { readTerms, termsForm, termsParts } from './terms-rules.ts';

const { save } = endpoints.products;

/** The terms of one product: on or off, spread, limits, and who changed them. */
export function TermsDialog({
  product,
  defaultSpread,
  limits,
  onClose,
}: {
  product: Product;
  defaultSpread: number;
  limits: { minimumKobo: string; maximumKobo: string };
  onClose: () => void;
}) {
  const { currency, network, networkName, contract, terms } = product;
  const section = useSection(terms, {
    name: `terms ${currency} ${network}`,
    typed: termsForm,
    read: (typed) => readTerms(typed, product),
    save: async (body) => {
      const answer = await call(save, { params: { currency, network }, body });
      return isUnreachable(answer) ? answer : { message: answer.message, data: answer.data.terms };
    },
    saved: `${currency} on ${networkName} saved`,
    onSaved: onClose,
  });
  const { form } = section;
  const field = (name: 'spread' | 'minimum' | 'maximum') => ({
    ...form.field(name),
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    maxLength: 60,
    className: 'figures',
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`${currency} on ${networkName}`}
      description="New terms hold for the next quote and order. Earlier orders keep theirs."
    >
      {contract !== null && (
        <div className="mb-5 flex items-center justify-between gap-3 rounded-card bg-sunk py-2 pr-2 pl-4">
          <code className="min-w-0 font-mono text-sm wrap-anywhere">{contract}</code>
          <CopyButton text={contract} label="Copy" />
        </div>
      )}
      <SectionForm section={section} view={terms} parts={termsParts(currency)} name="terms" isMain>
        <div className="-my-3.5">
          <SwitchRow
            label="On offer"
            detail="Off: no new wallets and conversions. Deposits to existing wallets are still credited."
            isOn={form.values.isOffered}
            onChange={form.set('isOffered')}
          />
        </div>
        <TextField
          {...field('spread')}
          label="Spread"
          suffix="%"
          hint={`How far the rate is below the market. Empty: the default of ${percentText(defaultSpread)}.`}
        />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField {...field('minimum')} label="Smallest conversion" suffix={currency} />
          <TextField {...field('maximum')} label="Largest conversion" suffix={currency} />
        </div>
        <p className="text-sm text-ink-soft">
          Empty: only the limits for every coin, from {nairaOfKobo(limits.minimumKobo)} to{' '}
          {nairaOfKobo(limits.maximumKobo)}.
        </p>
      </SectionForm>
    </Dialog>
  );
}
