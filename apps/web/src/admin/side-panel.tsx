import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { Dialog, ScrollArea } from '../ui/dialog.tsx';
import { X } from '../ui/icons.ts';

/** From this width on a panel stands beside its list. */
const BESIDE = '(min-width: 1360px)';

function onBesideChange(onChange: () => void): () => void {
  const beside = window.matchMedia(BESIDE);
  beside.addEventListener('change', onChange);
  return () => beside.removeEventListener('change', onChange);
}

/** Dialogs are drawn at the end of the page. */
function onDialogChange(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}

const countDialogs = (): number => document.querySelectorAll('[role=dialog]').length;

/**
 * Whether a panel stands beside its list, which has room for it. While a dialog is open over the page, such as a
 * decision’s, the panel stays where it is: moving it would close what is being decided in it.
 */
export function usePanelBeside(isOpen: boolean): boolean {
  const hasRoom = useSyncExternalStore(onBesideChange, () => window.matchMedia(BESIDE).matches);
  const [isBeside, setIsBeside] = useState(hasRoom);
  // While it stays where it is, nothing is drawn again for a dialog that opens or closes.
  const dialogs = useSyncExternalStore(onDialogChange, () => (hasRoom === isBeside ? 0 : countDialogs()));
  // Over the list the panel is a dialog itself.
  const own = isOpen && !isBeside ? 1 : 0;
  if (hasRoom !== isBeside && dialogs <= own) setIsBeside(hasRoom);
  return isBeside;
}

/** The classes of a list and the panel beside it, where there is room. */
export const LIST_AND_PANEL = 'gap-4 min-[1360px]:grid min-[1360px]:grid-cols-[minmax(0,1fr)_23.5rem]';

/** The record that was opened in a list, and what can be done to it: beside the list where there is room, else a dialog over it. */
export function SidePanel({
  id,
  title,
  summary,
  isBeside,
  actions,
  returnTo,
  onClose,
  children,
}: {
  /** Of the record: another one is read from its top. */
  id: string | undefined;
  title: string;
  summary: string | undefined;
  isBeside: boolean;
  actions: ReactNode;
  /** Where the focus goes when it closes over the list; null or absent: where it was. */
  returnTo?: () => HTMLElement | null;
  onClose: () => void;
  children: ReactNode;
}) {
  const footer = actions === undefined ? undefined : <div data-panel-actions="">{actions}</div>;
  if (!isBeside) {
    return (
      <Dialog
        isOpen
        onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
        title={title}
        description={summary}
        footer={footer}
        {...(returnTo === undefined ? {} : { returnTo })}
      >
        {children}
      </Dialog>
    );
  }
  return (
    <aside
      aria-label={title}
      className="sticky top-20 flex max-[1360px]:hidden max-h-[calc(100dvh-6rem)] flex-col self-start rounded-card border border-hairline bg-surface shadow-card"
    >
      <div className="flex items-start gap-2 border-b border-hairline py-2 pr-2 pl-4">
        <div className="min-w-0 grow py-1.5">
          <h2 className="headline text-lg wrap-anywhere">{title}</h2>
          {summary !== undefined && <p className="mt-0.5 text-sm text-ink-soft">{summary}</p>}
        </div>
        <button
          type="button"
          aria-label="Close"
          onClick={onClose}
          className="grid size-11 shrink-0 place-items-center rounded-card text-ink-soft hover:bg-sunk hover:text-ink"
        >
          <X className="size-5" aria-hidden="true" />
        </button>
      </div>
      <ScrollArea key={id}>{children}</ScrollArea>
      {/* Above the end of the list's first screen the panel is longer than the window: the decision stays in it. */}
      {footer !== undefined && (
        <div className="sticky bottom-0 rounded-b-card border-t border-hairline bg-surface px-4 py-3">{footer}</div>
      )}
    </aside>
  );
}
