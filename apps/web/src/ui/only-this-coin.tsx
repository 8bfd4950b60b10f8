import { Notice } from './notice.tsx';

/** What happens to any other coin that is sent to a deposit address; `title` names the right coin and network. */
export function OnlyThisCoin({ title }: { title: string }) {
  return (
    <Notice tone="warning" title={title}>
      Another coin, or this coin on another network, does not count here. We keep what we can see of it for you; what we
      can’t see may be lost.
    </Notice>
  );
}
