import { newId } from '@kobogate/server/src/platform/identifiers.ts';

/** For tests: a text as the id of what it is said to name, `idFor<OrderId>('one')`, where it may be any text. */
export const idFor = <Of extends string>(text: string): Of => text as Of;

/** For tests: a new id as it was made at a time. */
export function idAt<Of extends string>(at: Date): Of {
  const time = at.getTime().toString(16).padStart(12, '0');
  return idFor<Of>(`${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`);
}
