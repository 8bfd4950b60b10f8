import { useEffect, useState } from 'react';
import { useSettled } from '../lib/use-settled.ts';
import { TextField } from './text-field.tsx';

/** A field that narrows a list: `onSettled` gets what was typed, trimmed, once the typing pauses. */
export function SearchField({
  initial,
  placeholder,
  maxLength,
  onSettled,
}: {
  initial: string;
  placeholder: string;
  maxLength: number;
  onSettled: (text: string) => void;
}) {
  const [typed, setTyped] = useState(initial);
  const settled = useSettled(typed.trim());
  useEffect(() => {
    if (settled !== initial) onSettled(settled);
  });
  return (
    <TextField
      label="Search"
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
