import type { DeclineCode } from '@kobogate/contract';
import { useRef, useState } from 'react';
import { isLike } from '../../lib/is-like.ts';
import { useDraft } from '../../lib/use-draft.ts';

/** The fields of a decline dialog. */
export interface DeclineForm {
  readonly code: DeclineCode;
  readonly words: string;
}

/** Before anything is typed. */
export const NO_DECLINE: DeclineForm = { code: 'other', words: '' };

export interface DeclineForms {
  of: (orderId: string) => DeclineForm;
  /** It was typed before the session ended, and not sent since. */
  isRestored: (orderId: string) => boolean;
  type: (orderId: string, form: DeclineForm) => void;
  /** The order is declined, or the dialog was cancelled. */
  forget: (orderId: string) => void;
}

/**
 * The values of the decline dialogs, by order, until the server has them: such a dialog closes as soon as the
 * decision shows, and a session that ends with the call must not lose the text.
 */
export function useDeclineForms(): DeclineForms {
  const draft = useDraft<Readonly<Record<string, DeclineForm>>>('declines', {});
  // The newest: a late answer must not bring back what was typed when its call began.
  const forms = useRef(draft.value);
  const [restored, setRestored] = useState(() => (draft.isRestored ? Object.keys(draft.value) : []));

  function set(next: Readonly<Record<string, DeclineForm>>): void {
    forms.current = next;
    draft.setValue(next);
  }

  return {
    of: (orderId) => {
      const form = draft.value[orderId];
      return isLike(form, NO_DECLINE) ? form : NO_DECLINE;
    },
    isRestored: (orderId) => restored.includes(orderId),
    type: (orderId, form) => set({ ...forms.current, [orderId]: form }),
    forget: (orderId) => {
      set(Object.fromEntries(Object.entries(forms.current).filter(([id]) => id !== orderId)));
      setRestored((ids) => ids.filter((id) => id !== orderId));
    },
  };
}
