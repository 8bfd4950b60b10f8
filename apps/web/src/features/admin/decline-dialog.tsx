import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Asks for a reason, which the customer reads, before an order is declined. The reason may stay empty. */
export function DeclineDialog({
  onClose,
  onDecline,
}: {
  onClose: () => void;
  onDecline: (reason: string | null) => void;
}) {
  const [reason, setReason] = useState('');
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Decline this order?"
      description="The coins return to the customer's balance. No naira is paid."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep it pending
          </Button>
          <Button variant="danger" type="submit" form="decline-order">
            Decline order
          </Button>
        </>
      }
    >
      <form
        id="decline-order"
        onSubmit={(event) => {
          event.preventDefault();
          onDecline(reason.trim() === '' ? null : reason.trim());
        }}
      >
        <TextField
          label="Reason (optional)"
          hint="The customer reads this."
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
