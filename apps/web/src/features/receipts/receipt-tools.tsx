import { endpoints } from '@kobogate/contract';
import { Download, Printer } from 'lucide-react';
import { toast } from 'react-hot-toast/headless';
import { callForFile, isUnreachable, messageFor } from '../../lib/client.ts';
import { saveFile } from '../../lib/save-file.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';

/** Keeps a receipt: as a PDF, or on paper. */
export function ReceiptTools({ orderId }: { orderId: string }) {
  const { isPending, run } = usePending();

  async function download(): Promise<void> {
    try {
      const file = await callForFile(endpoints.receipts.download, { params: { id: orderId } });
      if (isUnreachable(file)) return void toast.error(file);
      saveFile(file, `kobogate-receipt-${orderId}.pdf`);
    } catch (failure) {
      toast.error(messageFor(failure, 'The PDF could not be made. Please try again.'));
    }
  }

  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="secondary" onClick={() => window.print()}>
        <Printer className="size-4" aria-hidden="true" />
        Print
      </Button>
      <Button pending={isPending} pendingLabel="Making the PDF..." onClick={() => void run(download)}>
        <Download className="size-4" aria-hidden="true" />
        Download PDF
      </Button>
    </div>
  );
}
