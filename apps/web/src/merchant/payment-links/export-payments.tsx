import { endpoints, lagosDay, PAYMENT_STATES, type PaymentState } from '@kobogate/contract';
import { useState } from 'react';
import { call, isUnreachable } from '../../lib/client.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useForm } from '../../lib/use-form.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { DayField, DAYS_MISSING } from '../../ui/day-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Download } from '../../ui/icons.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { StateField } from '../../ui/state-field.tsx';
import { PAYMENT_STATE_WORDS } from './link-words.ts';

const USUAL_DAYS = 30;
const FORMATS = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'Excel workbook (XLSX)' },
];

/** Downloads payments as a file: those of a link, or of all of them. */
export function ExportPayments({ linkId, state = null }: { linkId?: string; state?: PaymentState | null }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Download className="size-4" aria-hidden="true" />
        Export
      </Button>
      {isOpen && <ExportDialog linkId={linkId} initial={state} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ExportDialog({
  linkId,
  initial,
  onClose,
}: {
  linkId: string | undefined;
  initial: PaymentState | null;
  onClose: () => void;
}) {
  const now = useNow();
  const form = useForm({
    initial: { from: lagosDay(now, USUAL_DAYS - 1), to: lagosDay(now), state: initial, format: 'csv' },
    check: ({ from, to }) => {
      if (from !== '' && to !== '') return null;
      return { field: from === '' ? 'from' : 'to', text: DAYS_MISSING };
    },
    send: async ({ from, to, state, format }) => {
      const { downloadCsv, downloadWorkbook } = endpoints.payments;
      const query = {
        from,
        to,
        ...(linkId === undefined ? {} : { link: linkId }),
        ...(state === null ? {} : { state }),
      };
      const file = format === 'csv' ? await call(downloadCsv, { query }) : await call(downloadWorkbook, { query });
      const { media } = format === 'csv' ? downloadCsv : downloadWorkbook;
      if (!isUnreachable(file)) saveFile(file, media, `kobogate-payments-${from}-to-${to}.${format}`);
      return file;
    },
    done: '',
    failed: 'The file could not be made. Nothing was changed; please try again.',
  });
  const { values, set, errorOf } = form;
  return (
    <FormDialog
      form={form}
      title={linkId === undefined ? 'Export payments of all links' : 'Export payments'}
      description="With coins, rate, naira, fee, VAT, reference, transactions and what was paid to your bank."
      confirm="Download"
      cancel="Close"
      pendingLabel="Preparing..."
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <DayField label="First day" name="from" value={values.from} error={errorOf('from')} onChange={set('from')} />
        <DayField label="Last day" name="to" value={values.to} error={errorOf('to')} onChange={set('to')} />
      </div>
      <StateField states={PAYMENT_STATES} words={PAYMENT_STATE_WORDS} value={values.state} onChange={set('state')} />
      <SelectField {...form.field('format')} label="Format" options={FORMATS} />
    </FormDialog>
  );
}
