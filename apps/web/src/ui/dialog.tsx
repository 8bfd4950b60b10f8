import { Dialog as Base } from '@base-ui/react/dialog';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { isByTouch } from '../lib/last-press.ts';
import { classes } from './classes.ts';
import { X } from './icons.ts';

const BACKDROP =
  'fixed inset-0 bg-night/55 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';

interface PanelProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  children: ReactNode;
}

function CloseButton() {
  return (
    <Base.Close
      aria-label="Close"
      className="grid size-11 shrink-0 place-items-center rounded-card text-ink-soft hover:bg-sunk hover:text-ink"
    >
      <X className="size-5" aria-hidden="true" />
    </Base.Close>
  );
}

/** Content that scrolls by itself: without anything to tab to it must be reachable by the keyboard itself. */
export function ScrollArea({ children }: { children: ReactNode }) {
  const [isScrolled, setIsScrolled] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const measure = (): void => {
      if (area.current !== null) setIsScrolled(area.current.scrollHeight > area.current.clientHeight);
    };
    const sizes = new ResizeObserver(measure);
    for (const { current } of [area, content]) if (current !== null) sizes.observe(current);
    return () => sizes.disconnect();
  }, []);
  return (
    <div
      ref={area}
      {...(isScrolled ? { tabIndex: 0 } : {})}
      className="grow overflow-y-auto p-5 -outline-offset-4 [@media(height<30rem)]:shrink-0 [@media(height<30rem)]:overflow-visible"
    >
      <div ref={content}>{children}</div>
    </div>
  );
}

/** The open dialogs, the top one last. */
const open: symbol[] = [];

/** Whether a dialog is the top one: a press or a key there closes none that it covers. */
function useIsOnTop(isOpen: boolean): () => boolean {
  const [self] = useState(() => Symbol('dialog'));
  useEffect(() => {
    if (!isOpen) return undefined;
    open.push(self);
    return () => void open.splice(open.indexOf(self), 1);
  }, [isOpen, self]);
  return () => open.at(-1) === self;
}

/** What a dialog says that it begins at. */
const START = '[data-starts]';
/** Not those beside what the dialog is for, such as a note's. */
const FIELDS = ['input', 'select', 'textarea'].map((field) => `${field}:enabled:not([data-aside] *)`).join();

/** Where the focus of a dialog begins: opened by touch, at itself. */
const startOf = (popup: HTMLElement): HTMLElement | null =>
  isByTouch()
    ? popup
    : (popup.querySelector<HTMLElement>(START) ??
      popup.querySelector<HTMLElement>(FIELDS) ??
      popup.querySelector<HTMLElement>('button'));

/**
 * Whether a press is the second of a double press whose first opened the dialog: it was meant for what stood there before, and
 * would be taken for a press on what stands there now. `count` is the place of the press in its series, 0 for a key.
 */
function useIsOfOpening(isOpen: boolean): (count: number) => boolean {
  const hasOwn = useRef(false);
  useEffect(() => {
    if (!isOpen) hasOwn.current = false;
  }, [isOpen]);
  return (count) => {
    hasOwn.current ||= count < 2;
    return !hasOwn.current;
  };
}

/**
 * A modal dialog: focus is trapped and returned, Escape and the backdrop close it. On phones a sheet at the bottom.
 * The focus begins at its first field, else at the button that closes it; opened by touch, at the dialog. It is there before
 * the next key: a press that follows at once is none on the page below. The second press of a double one does nothing in it.
 * When it closes the focus goes to what `returnTo` gives, else to where it was. `description` is read out with the title, and where it changes; `footer` holds the actions.
 */
export function Dialog({
  isOpen,
  onOpenChange,
  title,
  description,
  footer,
  returnTo,
  children,
}: PanelProps & { description?: ReactNode; footer?: ReactNode; returnTo?: () => HTMLElement | null }) {
  const popup = useRef<HTMLDivElement>(null);
  const isOnTop = useIsOnTop(isOpen);
  const isOfOpening = useIsOfOpening(isOpen);
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(next, { event }) => {
        const isRest = !next && event instanceof MouseEvent && isOfOpening(event.detail);
        if (next || (isOnTop() && !isRest)) onOpenChange(next);
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup
          ref={popup}
          // Asked for as soon as it is drawn. The focus that the library sets would come with the next frame, and take it from where
          // a key has moved it to.
          initialFocus={() => {
            const start = popup.current === null ? null : startOf(popup.current);
            start?.focus({ preventScroll: start === popup.current });
            return false;
          }}
          finalFocus={() => returnTo?.() ?? true}
          onClickCapture={(event) => {
            if (!isOfOpening(event.detail)) return;
            event.preventDefault();
            event.stopPropagation();
          }}
          className={classes(
            'fixed inset-x-0 bottom-0 flex max-h-[92dvh] flex-col rounded-t-card border border-hairline bg-surface shadow-card',
            'transition duration-150 data-ending-style:translate-y-4 data-ending-style:opacity-0',
            'data-starting-style:translate-y-4 data-starting-style:opacity-0',
            // In a low window, such as one at 400 %, there is no room for a fixed title and actions.
            '[@media(height<30rem)]:overflow-y-auto',
            'sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[min(30rem,calc(100vw-2rem))] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-card',
          )}
        >
          <div className="border-b border-hairline py-3 pr-3 pl-5">
            <div className="flex items-start gap-4">
              <Base.Title className="headline grow pt-2.5 pb-1.5 text-xl">{title}</Base.Title>
              <CloseButton />
            </div>
            {description !== undefined && (
              <Base.Description aria-live="polite" className="pr-2 pb-1 text-sm text-ink-soft">
                {description}
              </Base.Description>
            )}
          </div>
          <ScrollArea>{children}</ScrollArea>
          {footer !== undefined && (
            <div className="flex flex-wrap justify-end gap-3 border-t border-hairline px-5 py-4">{footer}</div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** A panel from the left edge with the same trap and closing as `Dialog`; for navigation on small screens. */
export default function Drawer({ isOpen, onOpenChange, title, children }: PanelProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup
          className={classes(
            'fixed inset-y-0 left-0 flex w-[min(20rem,88vw)] flex-col overflow-y-auto border-r border-hairline bg-surface',
            'transition-transform duration-150 data-ending-style:-translate-x-full data-starting-style:-translate-x-full',
          )}
        >
          <div className="flex items-center justify-between py-2 pr-2 pl-5">
            <Base.Title className="text-sm font-medium text-ink-soft">{title}</Base.Title>
            <CloseButton />
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
