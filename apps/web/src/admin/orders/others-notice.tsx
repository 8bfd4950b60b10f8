import { isolated } from '@kobogate/contract';
import { Notice } from '../../ui/notice.tsx';

/** Says that another administrator looks at the same order; shows nothing otherwise. */
export function OthersNotice({ text }: { text: string }) {
  return text === '' ? null : <Notice tone="neutral" title={`${isolated(text)} too.`} />;
}
