import { type ReactNode, useId } from 'react';
import type { FormState } from '../lib/use-form.ts';
import { useSlow } from '../lib/use-slow.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';

/**
 * A dialog with a form: fields, problems, a way back and the action. While it is being
 * sent it can't be closed, unless the answer takes long.
 */
export function FormDialog({
  form,
  title,
  description,
  cancel = 'Cancel',
  confirm,
  pendingLabel = 'Saving...',
  isDangerous = false,
  startsAtConfirm = false,
  returnTo,
  onClose,
  children,
}: {
  form: FormState;
  title: string;
  description?: ReactNode;
  cancel?: string;
  confirm: string;
  pendingLabel?: string;
  isDangerous?: boolean;
  /** The focus begins at the action: for a decision of which the dialog has everything. */
  startsAtConfirm?: boolean;
  /** Where the focus goes when it closes; null or absent: where it was. */
  returnTo?: () => HTMLElement | null;
  onClose: () => void;
  children?: ReactNode;
}) {
  const formId = useId();
  const isSlow = useSlow(form.isPending);
  const isHeld = form.isPending && !isSlow;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen && !isHeld) onClose();
      }}
      title={title}
      {...(returnTo === undefined ? {} : { returnTo })}
      description={description}
      footer={
        <>
          <Button variant="secondary" disabled={isHeld} onClick={onClose}>
            {cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            {...(startsAtConfirm ? { 'data-starts': true } : {})}
            variant={isDangerous ? 'danger' : 'primary'}
            pending={form.isPending}
            pendingLabel={pendingLabel}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <Form form={form} id={formId} label={title}>
        {children}
      </Form>
    </Dialog>
  );
}
