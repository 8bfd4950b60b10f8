import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useSlow } from '../lib/use-slow.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

/**
 * A dialog that asks for something and does it: fields, what went wrong, a way back and the action. While it is under
 * way it can't be closed, unless no answer comes for long. `onSubmit` checks what was typed, and does it or says what
 * is missing.
 */
export function FormDialog({
  title,
  description,
  cancel = 'Cancel',
  confirm,
  isPending = false,
  pendingLabel = 'Saving...',
  isDangerous = false,
  problem = null,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  description?: ReactNode;
  cancel?: string;
  confirm: string;
  isPending?: boolean;
  pendingLabel?: string;
  isDangerous?: boolean;
  problem?: string | null;
  onSubmit: (form: HTMLFormElement) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  // Set by the same press, by the time that this is done; what is missing may be out of sight on a phone.
  useEffect(() => {
    const wrong = tries === 0 ? null : form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    wrong?.focus();
    wrong?.closest('div')?.scrollIntoView({ block: 'nearest' });
  }, [tries]);
  const isSlow = useSlow(isPending);
  const isHeld = isPending && !isSlow;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen && !isHeld) onClose();
      }}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="secondary" disabled={isHeld} onClick={onClose}>
            {cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={isDangerous ? 'danger' : 'primary'}
            pending={isPending}
            pendingLabel={pendingLabel}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={formId}
        noValidate
        aria-label={title}
        className="grid gap-5 *:scroll-mb-5"
        onSubmit={(event) => {
          event.preventDefault();
          setTries((count) => count + 1);
          onSubmit(event.currentTarget);
        }}
      >
        {children}
        {problem !== null && <DialogProblem key={tries} text={problem} />}
      </form>
    </Dialog>
  );
}

/** What is wrong, in a dialog. It comes into sight as it appears: what is above can be longer than a phone. */
export function DialogProblem({ text }: { text: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={place} className="scroll-mb-5">
      <Notice tone="danger" isUrgent>
        {text}
      </Notice>
    </div>
  );
}
