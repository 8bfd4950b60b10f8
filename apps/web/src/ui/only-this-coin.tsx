import { Notice } from './notice.tsx';

/** What happens to anything else that is sent to a deposit address; `title` says which coin is meant, and where. */
export function OnlyThisCoin({ title }: { title: string }) {
  return (
    <Notice tone="warning" title={title}>
      Another coin, or this coin on another network, does not count here. What we can see of it is kept for you; what we
      can’t see may be lost.
    </Notice>
  );
}
