import { endpoints, PAYMENT_STATES, type PaymentState } from '@kobogate/contract';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { focusFirstEmpty } from '../../lib/focus-field.ts';
import { lagosDay } from '../../lib/lagos-day.ts';
import { useDownload } from '../../lib/use-download.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { StateField } from '../../ui/state-field.tsx';
import { PAYMENT_STATE_WORDS } from './link-words.ts';

const DAYS_MISSING = 'Please choose both days.';
const USUAL_DAYS = 30;
const FORMATS = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'Excel workbook (XLSX)' },
];

/** Takes payments along as a file: those of a link, or of all of them. */
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
  const [from, setFrom] = useState(lagosDay(now, USUAL_DAYS - 1));
  const [to, setTo] = useState(lagosDay(now));
  const [state, setState] = useState<PaymentState | null>(initial);
  const [format, setFormat] = useState('csv');
  const [problem, setProblem] = useState<string | null>(null);
  const { isPending, download } = useDownload();

  function submit(form: HTMLFormElement): void {
    const isMissing = from === '' || to === '';
    setProblem(isMissing ? DAYS_MISSING : null);
    if (isMissing) return focusFirstEmpty(form, ['from', 'to']);
    const { downloadCsv, downloadWorkbook } = endpoints.payments;
    const file = format === 'csv' ? downloadCsv : downloadWorkbook;
    const query = { from, to, ...(linkId === undefined ? {} : { link: linkId }), ...(state === null ? {} : { state }) };
    void download(file, { query }, `kobogate-payments-${from}-to-${to}.${format}`);
  }

  return (
    <FormDialog
      title={linkId === undefined ? 'Export payments of all links' : 'Export payments'}
      description="With coins, rate, naira, fee, VAT, reference, transactions and what was paid to your bank."
      confirm="Download"
      cancel="Close"
      pendingLabel="Preparing..."
      isPending={isPending}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <DayField label="First day" name="from" value={from} onChange={setFrom} />
        <DayField label="Last day" name="to" value={to} onChange={setTo} />
      </div>
      <StateField states={PAYMENT_STATES} words={PAYMENT_STATE_WORDS} value={state} onChange={setState} />
      <SelectField label="Format" value={format} options={FORMATS} onChange={({ target }) => setFormat(target.value)} />
    </FormDialog>
  );
}
