import { endpoints, lagosDay, SETTLED_FORMATS } from '@kobogate/contract';
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

const USUAL_DAYS = 30;
const FORMATS = [
  { value: 'csv', label: 'CSV, all columns' },
  { value: 'xlsx', label: 'Excel workbook (XLSX), all columns' },
  { value: 'quickbooks', label: 'QuickBooks Online, bank upload' },
  { value: 'xero', label: 'Xero, bank statement' },
  { value: 'zoho', label: 'Zoho Books, bank statement' },
];
const { downloadSettled, downloadSettledWorkbook } = endpoints.payments;

/** Downloads settled payments as a file: with all columns, or as a bookkeeping program imports them. */
export function ExportSettled() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Download className="size-4" aria-hidden="true" />
        Export settled
      </Button>
      {isOpen && <ExportDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

async function load(days: { from: string; to: string }, format: string) {
  const program = SETTLED_FORMATS.find((each) => each === format);
  const file =
    program === undefined
      ? await call(downloadSettledWorkbook, { query: days })
      : await call(downloadSettled, { query: { ...days, format: program } });
  const { media } = program === undefined ? downloadSettledWorkbook : downloadSettled;
  const kind = program === undefined || program === 'csv' ? '' : `-${program}`;
  const name = `kobogate-settled-${days.from}-to-${days.to}${kind}.${program === undefined ? 'xlsx' : 'csv'}`;
  if (!isUnreachable(file)) saveFile(file, media, name);
  return file;
}

function ExportDialog({ onClose }: { onClose: () => void }) {
  const now = useNow();
  const form = useForm({
    initial: { from: lagosDay(now, USUAL_DAYS - 1), to: lagosDay(now), format: 'csv' },
    check: ({ from, to }) => {
      if (from !== '' && to !== '') return null;
      return { field: from === '' ? 'from' : 'to', text: DAYS_MISSING };
    },
    send: ({ from, to, format }) => load({ from, to }, format),
    done: '',
    failed: 'The file could not be made. Nothing was changed; please try again.',
  });
  const { values, set, errorOf } = form;
  return (
    <FormDialog
      form={form}
      title="Export settled payments"
      description="By the day on which the naira reached your bank account. In a statement for bookkeeping, a fee that was taken off a price in coins has lines of its own."
      confirm="Download"
      cancel="Close"
      pendingLabel="Preparing..."
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <DayField label="First day" name="from" value={values.from} error={errorOf('from')} onChange={set('from')} />
        <DayField label="Last day" name="to" value={values.to} error={errorOf('to')} onChange={set('to')} />
      </div>
      <SelectField {...form.field('format')} label="Format" options={FORMATS} />
    </FormDialog>
  );
}
