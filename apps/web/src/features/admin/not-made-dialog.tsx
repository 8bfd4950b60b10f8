import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Asks how somebody knows that a payout was not made, before it counts as failed. */
export function NotMadeDialog({ onClose, onConfirm }: { onClose: () => void; onConfirm: (reason: string) => void }) {
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Was this payout not made?"
      description="The bank is asked once more. Only if it still knows nothing of the payout does it count as failed; then it can be sent again. Please be sure: a payout that the bank makes late would be paid twice."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Go on waiting
          </Button>
          <Button variant="danger" type="submit" form="not-made">
            It was not made
          </Button>
        </>
      }
    >
      <form
        id="not-made"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setIsMissing(reason.trim() === '');
          if (reason.trim() !== '') onConfirm(reason.trim());
        }}
      >
        <TextField
          label="How do you know?"
          hint="For the record, such as whom you asked at the bank. The customer does not read this."
          maxLength={300}
          autoComplete="off"
          required
          value={reason}
          error={isMissing ? 'Please give a reason.' : undefined}
          onChange={(event) => {
            setReason(event.target.value);
            setIsMissing(false);
          }}
        />
      </form>
    </Dialog>
  );
}
