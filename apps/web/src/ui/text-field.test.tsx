// Guarantee: a screen reader reads the unit of a field, before the hint.
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { TextField } from './text-field.tsx';

it('says the unit, then the hint', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.createElement('div');
  document.body.append(place);
  await act(async () => createRoot(place).render(<TextField label="Limit" suffix="naira" hint="A day." />));
  const ids = place.querySelector('input')?.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual(['naira', 'A day.']);
  vi.unstubAllGlobals();
});
