import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { Button } from '../ui/button.tsx';
import Drawer, { Dialog } from '../ui/dialog.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { NotLoaded } from '../ui/not-loaded.tsx';
import { Notice } from '../ui/notice.tsx';
import { WaitOverlay } from '../ui/overlay.tsx';
import { SecretOnce } from '../ui/secret-once.tsx';
import { EmptyState, ErrorState, Skeleton, SkeletonRows } from '../ui/states.tsx';
import { Badge, Status, type Tone } from '../ui/status.tsx';
import { TextField } from '../ui/text-field.tsx';
import { LONG, Part, Row, Sample } from './sample.tsx';

const TONES: readonly Tone[] = ['neutral', 'waiting', 'success', 'warning', 'danger', 'brand'];
/** A dialog can't be closed while it is sending. */
const PENDING_MS = 3000;
const nothing = (): void => undefined;
const FAILED = { error: new Error(), isFetching: false, refetch: () => Promise.resolve() };

/** All components that show a state: status, notices, empty and failed places, loading, and dialogs. */
export function Messages() {
  const [open, setOpen] = useState<'none' | 'dialog' | 'drawer' | 'form' | 'pending' | 'secret'>('none');
  const close = (isOpen: boolean): void => {
    if (!isOpen) setOpen('none');
  };
  return (
    <>
      <Part title="Status, badge and notice">
        {TONES.map((tone) => (
          <Sample key={tone} name={tone}>
            <Row>
              <Status tone={tone}>A state in words</Status>
              <Badge tone={tone}>Badge</Badge>
            </Row>
            <div className="mt-2">
              <Notice tone={tone} title="What happened" action={<Button variant="secondary">The way on</Button>}>
                That the money is safe where it is, and what to do next.
              </Notice>
            </div>
          </Sample>
        ))}
        <Notice tone="danger" title={LONG}>
          {LONG.replaceAll(' ', '')}
        </Notice>
      </Part>
      <Part title="Empty, failed, under way">
        <EmptyState title="Nothing here yet" action={<Button>The first step</Button>}>
          What this place is for.
        </EmptyState>
        <ErrorState message="This could not be loaded." onRetry={nothing}>
          Your money is safe where it is.
        </ErrorState>
        <ErrorState message={LONG} onRetry={nothing} isRetrying />
        <SkeletonRows label="Loading a sample" rows={2} />
        <Skeleton className="h-8 w-40" />
        <NotLoaded
          title="A thing"
          answer={FAILED}
          fallback="This thing could not be loaded."
          others={{ to: '/styleguide', label: 'All things' }}
        />
        <div className="relative h-44 transform-gpu overflow-hidden rounded-card border border-hairline">
          <WaitOverlay />
        </div>
      </Part>
      <Part title="What pops up">
        <Row>
          <Button variant="secondary" onClick={() => setOpen('dialog')}>
            Open a dialog
          </Button>
          <Button variant="secondary" onClick={() => setOpen('drawer')}>
            Open a drawer
          </Button>
          <Button variant="secondary" onClick={() => setOpen('form')}>
            Ask for something
          </Button>
          <Button
            variant="secondary"
            onClick={() => {
              setOpen('pending');
              setTimeout(() => setOpen('form'), PENDING_MS);
            }}
          >
            Ask, under way
          </Button>
          <Button variant="secondary" onClick={() => setOpen('secret')}>
            Show a secret
          </Button>
          <Button variant="secondary" onClick={() => toast.success('A success stays 2 seconds.')}>
            Success
          </Button>
          <Button variant="secondary" onClick={() => toast.error('An error stays 4 seconds.')}>
            Error
          </Button>
        </Row>
        <Dialog
          isOpen={open === 'dialog'}
          onOpenChange={close}
          title={LONG}
          description="A sentence that is read out with the title."
          footer={<Button onClick={() => setOpen('none')}>Done</Button>}
        >
          <p>{LONG}</p>
        </Dialog>
        {(open === 'form' || open === 'pending') && (
          <SampleForm isPending={open === 'pending'} onClose={() => setOpen('none')} />
        )}
        {open === 'secret' && (
          <SecretOnce
            title="Your key"
            secret="sk_sample_0123456789abcdef0123456789abcdef"
            copyLabel="Copy key"
            onKept={() => setOpen('none')}
          >
            Keep it in a safe place: it is shown once.
          </SecretOnce>
        )}
        <Drawer isOpen={open === 'drawer'} onOpenChange={close} title="Menu">
          <p className="p-5">{LONG}</p>
        </Drawer>
      </Part>
    </>
  );
}

function SampleForm({ isPending, onClose }: { isPending: boolean; onClose: () => void }) {
  return (
    <FormDialog
      form={{
        isPending,
        problem: isPending ? null : { text: 'What went wrong, and what to do next.' },
        tries: 0,
        submit: (event) => {
          event.preventDefault();
          onClose();
        },
        draft: { isRestored: false, startOver: onClose },
      }}
      title="Take it back?"
      description="What it means."
      confirm="Take it back"
      isDangerous={!isPending}
      onClose={onClose}
    >
      <TextField label="Reason" hint="Who reads it." />
    </FormDialog>
  );
}
