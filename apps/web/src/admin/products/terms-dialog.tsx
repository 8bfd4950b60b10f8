import { endpoints, type Product } from '@kobogate/contract';
import { useState } from 'react';
import { focusField } from '../../lib/focus-field.ts';
import { call, isUnreachable } from '../../lib/client.ts';
import { nairaOfKobo } from '../../lib/formats.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SwitchRow } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { SectionForm } from '../settings/section-form.tsx';
import { useSection } from '../settings/use-section.ts';
import { percentText } from '../settings/percent-input.ts';
import { readTerms, termsForm, type TermsProblem, termsParts } from './terms-rules.ts';

const { list, save } = endpoints.products;
/** Answers that the terms are part of, besides the list: what customers can pick. */
const DEPENDENT = [list.path, endpoints.wallets.supportedCoins.path];

/** The terms of one product: on or off, spread, bounds, and who changed them. */
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
  const section = useSection(
    terms,
    async (body) => {
      const answer = await call(save, { params: { currency, network }, body });
      if (isUnreachable(answer)) return answer;
      return { message: `${currency} on ${networkName} saved`, view: answer.data.terms };
    },
    { queries: DEPENDENT, onSaved: onClose },
  );
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`${currency} on ${networkName}`}
      description="New terms hold for the next quote and order. What was ordered before keeps its own."
    >
      {contract !== null && (
        <div className="mb-5 flex items-center justify-between gap-3 rounded-card bg-sunk py-2 pr-2 pl-4">
          <code className="min-w-0 font-mono text-sm wrap-anywhere">{contract}</code>
          <CopyButton text={contract} label="Copy" />
        </div>
      )}
      <TermsForm key={section.round} {...{ product, section, defaultSpread, limits }} />
    </Dialog>
  );
}

function TermsForm({
  product,
  section,
  defaultSpread,
  limits,
}: {
  product: Product;
  section: ReturnType<typeof useSection<Product['terms']['value']>>;
  defaultSpread: number;
  limits: { minimumKobo: string; maximumKobo: string };
}) {
  const { currency } = product;
  const draft = useDraft(`terms ${currency} ${product.network} ${section.base.version}`, termsForm(section.base.value));
  const { value: form, setValue: setForm } = draft;
  const [problem, setProblem] = useState<TermsProblem | null>(null);

  function submit(element: HTMLFormElement): void {
    const read = readTerms(form, product);
    setProblem('problem' in read ? read.problem : null);
    if ('terms' in read) section.save(read.terms);
    else focusField(element, read.problem.field);
  }

  const field = (name: TermsProblem['field']) => ({
    name,
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    maxLength: 60,
    className: 'figures',
    value: form[name],
    error: problem?.field === name ? problem.text : undefined,
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });
  return (
    <SectionForm section={section} draft={draft} parts={termsParts(currency)} name="terms" isMain onSubmit={submit}>
      <div className="-my-3.5">
        <SwitchRow
          label="On offer"
          detail="Off: no new wallets and conversions. What arrives at wallets that are there is credited all the same."
          isOn={form.isOffered}
          onChange={(isOffered) => setForm({ ...form, isOffered })}
        />
      </div>
      <TextField
        {...field('spread')}
        label="Spread"
        suffix="%"
        hint={`What the rate is below the market’s. Empty: the default of ${percentText(defaultSpread)}.`}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField {...field('minimum')} label="Smallest conversion" suffix={currency} />
        <TextField {...field('maximum')} label="Largest conversion" suffix={currency} />
      </div>
      <p className="text-sm text-ink-soft">
        Empty: bound only by what holds for every coin, from {nairaOfKobo(limits.minimumKobo)} to{' '}
        {nairaOfKobo(limits.maximumKobo)}.
      </p>
    </SectionForm>
  );
}
