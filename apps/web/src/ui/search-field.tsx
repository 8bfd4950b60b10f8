import { useEffect, useRef, useState } from 'react';
import { useSettled } from '../lib/use-settled.ts';
import { TextField } from './text-field.tsx';

/**
 * A field that narrows a list: `onSettled` gets what was typed, trimmed, once the typing pauses. Pressing `hotkey` outside
 * of a field goes to it.
 */
export function SearchField({
  initial,
  placeholder,
  maxLength,
  hotkey,
  onSettled,
}: {
  initial: string;
  placeholder: string;
  maxLength: number;
  hotkey?: string;
  onSettled: (text: string) => void;
}) {
  const [typed, setTyped] = useState(initial);
  const settled = useSettled(typed.trim());
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (settled !== initial) onSettled(settled);
  });
  useEffect(() => {
    if (hotkey === undefined) return undefined;
    const goThere = (event: KeyboardEvent): void => {
      if (event.key !== hotkey || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', goThere);
    return () => document.removeEventListener('keydown', goThere);
  }, [hotkey]);
  return (
    <TextField
      ref={field}
      label="Search"
      aria-keyshortcuts={hotkey}
      type="search"
      placeholder={placeholder}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck="false"
      maxLength={maxLength}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}

/** Whether a press of a key there writes, or belongs to an open dialog. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null;
