import { Link } from 'react-router';
import { ArrowLeft } from './icons.ts';

/** From a detail page back to its list. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="mb-4 inline-flex min-h-11 items-center gap-2 rounded-card text-[15px] font-medium text-primary-text"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      {children}
    </Link>
  );
}
