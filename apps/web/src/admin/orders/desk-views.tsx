import { type FormEvent, memo, useId, useState } from 'react';
import { useSession } from '../../lib/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DESK_VIEWS, type DeskView, isView, queryOf } from './order-filters.ts';
import { keepOwnViews, LONGEST_NAME, nameProblem, readOwnViews, withOwnView } from './own-views.ts';

/** The named lists, one press each: the desk's own, and those that this person has named. */
export const DeskViews = memo(function DeskViews({
  address,
  onChoose,
}: {
  address: URLSearchParams;
  onChoose: (view: DeskView) => void;
}) {
  const user = useSession().user?.id ?? '';
  const [own, setOwn] = useState(() => readOwnViews(user));
  const [isNaming, setIsNaming] = useState(false);
  const shown = [...DESK_VIEWS, ...own].find((view) => isView(address, view));
  const change = (views: readonly DeskView[]): void => {
    keepOwnViews(user, views);
    setOwn(views);
  };
  return (
    <nav aria-label="Lists of orders" className="mb-4 flex gap-1 overflow-x-auto">
      {[...DESK_VIEWS, ...own].map((view) => (
        <button
          key={view.name}
          type="button"
          aria-current={isView(address, view) ? 'true' : undefined}
          onClick={() => onChoose(view)}
          className={buttonStyle(isView(address, view) ? 'secondary' : 'quiet', 'normal', 'shrink-0 whitespace-nowrap')}
        >
          {view.name}
        </button>
      ))}
      {shown === undefined && (
        <Button
          variant="quiet"
          aria-haspopup="dialog"
          className="ml-auto shrink-0 whitespace-nowrap"
          onClick={() => setIsNaming(true)}
        >
          Name this list
        </Button>
      )}
      {shown !== undefined && own.includes(shown) && (
        <Button
          variant="quiet"
          className="ml-auto shrink-0 whitespace-nowrap"
          onClick={() => change(own.filter((view) => view !== shown))}
        >
          Remove this list
        </Button>
      )}
      {isNaming && (
        <NameDialog
          own={own}
          onClose={() => setIsNaming(false)}
          onNamed={(name) => change(withOwnView(own, { name, query: queryOf(address) }))}
        />
      )}
    </nav>
  );
});

/** Asks for the name of a list that is stored in this browser alone: nothing is sent. */
function NameDialog({
  own,
  onClose,
  onNamed,
}: {
  own: readonly DeskView[];
  onClose: () => void;
  onNamed: (name: string) => void;
}) {
  const form = useId();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  function submit(event: FormEvent): void {
    event.preventDefault();
    const wanted = name.trim().replaceAll(/\s+/g, ' ');
    const found = nameProblem(wanted, own);
    if (found !== null) return setProblem(found);
    try {
      onNamed(wanted);
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The list could not be stored.');
    }
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title="Name this list"
      description="Its filters, search and order come back with one press. It is kept in this browser, for you alone."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form}>
            Keep list
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          maxLength={LONGEST_NAME}
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.target.value);
            setProblem(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
