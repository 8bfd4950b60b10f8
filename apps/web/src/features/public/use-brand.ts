import { type Brand, DEFAULT_SETTINGS, endpoints } from '@kobogate/contract';
import { useEffect, useState } from 'react';
import { call, isUnreachable } from '../../lib/client.ts';

let known: Brand | null = null;

/** Null where there is no answer: the texts stay unseen then, because none is better than a wrong one. */
async function load(): Promise<Brand | null> {
  if (known !== null) return known;
  const answer = await call(endpoints.settings.brand).catch(() => null);
  if (answer !== null && !isUnreachable(answer)) known = answer.data;
  return known;
}

/**
 * What the operator says of the company behind this gateway; asked for once a visit. Until it is known `isKnown` is
 * false and the brand is the sample's, to keep its room unseen.
 */
export function useBrand(): { brand: Brand; isKnown: boolean } {
  const [brand, setBrand] = useState(known);
  useEffect(() => {
    let isStopped = false;
    void load().then((answer) => (isStopped ? undefined : setBrand(answer)));
    return () => {
      isStopped = true;
    };
  }, []);
  return { brand: brand ?? DEFAULT_SETTINGS.brand, isKnown: brand !== null };
}
