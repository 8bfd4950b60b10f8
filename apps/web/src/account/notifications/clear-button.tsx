import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';

const loadDialog = () => import('./clear-dialog.tsx').then(({ ClearDialog: dialog }) => ({ default: dialog }));
const ClearDialog = lazy(loadDialog);

/** Clears every notification, after it has asked. */
export function ClearButton({ count, isDisabled }: { count: number; isDisabled: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" disabled={isDisabled} onClick={() => setIsOpen(true)}>
        Clear
      </Button>
      {isOpen && (
        <Suspense>
          <ClearDialog count={count} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
