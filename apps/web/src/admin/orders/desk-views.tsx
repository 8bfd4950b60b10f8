import { endpoints, ORDER_VIEW_NAME_LENGTH } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { callKey } from '../../lib/queries.ts';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { Button } from '../../ui/button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DESK_VIEWS, type DeskView, isView, queryOf } from './order-filters.ts';
import { nameProblem, tidyName, useOwnViews } from './own-views.ts';

/** The named lists, one press each: the desk's own, and those that this person has named. */
export const DeskViews = memo(function DeskViews({
  address,
  onChoose,
}: {
  address: URLSearchParams;
  onChoose: (view: DeskView) => void;
}) {
  const own = useOwnViews();
  const [isNaming, setIsNaming] = useState(false);
  const shown = [...DESK_VIEWS, ...own].find((view) => isView(address, view));
  return (
    <nav aria-label="Lists of orders" className="mb-3 flex gap-1 overflow-x-auto">
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
      {shown !== undefined && own.includes(shown) && <RemoveButton view={shown} />}
      {isNaming && <NameDialog own={own} query={queryOf(address)} onClose={() => setIsNaming(false)} />}
    </nav>
  );
});

const OWN_VIEWS = callKey(endpoints.admin.orderViews);
const NOT_REMOVED = 'The list could not be removed. Please try again.';

function RemoveButton({ view: { name } }: { view: DeskView }) {
  const queryClient = useQueryClient();
  const [isRemoving, setIsRemoving] = useState(false);
  async function remove(): Promise<void> {
    setIsRemoving(true);
    try {
      const answer = await call(endpoints.admin.nameOrderView, { body: { name, query: null } });
      if (isUnreachable(answer)) toast.error(answer);
      else queryClient.setQueryData(OWN_VIEWS, answer);
    } catch (error) {
      toast.error(messageFor(error, NOT_REMOVED));
    } finally {
      setIsRemoving(false);
    }
  }
  return (
    <Button
      variant="quiet"
      className="ml-auto shrink-0 whitespace-nowrap"
      pending={isRemoving}
      onClick={() => void remove()}
    >
      Remove this list
    </Button>
  );
}

/** Asks for the name of a list, which its owner finds in any browser. */
function NameDialog({
  own,
  query,
  onClose,
}: {
  own: readonly DeskView[];
  query: DeskView['query'];
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const form = useContractForm(endpoints.admin.nameOrderView, {
    draft: 'order-view',
    initial: { name: '' },
    needed: { name: 'Please give it a name.' },
    check: ({ name }) => {
      const text = nameProblem(tidyName(name), own);
      return text === null ? null : { field: 'name', text };
    },
    body: ({ name }) => ({ name: tidyName(name), query: new URLSearchParams(query).toString() }),
    onDone: (answer) => {
      queryClient.setQueryData(OWN_VIEWS, answer);
      onClose();
    },
    failed: 'The list could not be saved. Please try again.',
  });
  return (
    <FormDialog
      form={form}
      title="Name this list"
      description="Its filters, search and order come back with one press, in any browser that you sign in with. The list is yours alone."
      cancel="Cancel"
      confirm="Save list"
      pendingLabel="Saving..."
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Name" autoComplete="off" maxLength={ORDER_VIEW_NAME_LENGTH} />
    </FormDialog>
  );
}
