import { Skeleton } from '../../ui/states.tsx';

/** The place of what is below the first screen, while it loads. */
export function LoadingBelow() {
  return (
    <>
      <span className="grid gap-4 xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <Skeleton className="h-96" />
        <Skeleton className="h-80 xl:h-96" />
      </span>
      <Skeleton className="h-96" />
    </>
  );
}
