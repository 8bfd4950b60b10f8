import { type NamedPerson, TEXTS } from '@kobogate/contract';

/** Whom a provider has named in this browser, which keeps it out of reach of scripts until they ask here; null: nobody. */
export async function readNamed(): Promise<NamedPerson | null> {
  const answer = await fetch('/login/named', { method: 'POST', headers: { accept: 'application/json' } }).catch(() => {
    throw new Error(TEXTS.networkError);
  });
  if (!answer.ok) throw new Error(TEXTS.requestError);
  const { named }: { named: NamedPerson | null } = await answer.json();
  return named;
}
