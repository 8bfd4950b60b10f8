import { Button } from '../../ui/button.tsx';
import type { PageNumbers as Numbers } from './order-filters.ts';

/** Steps through pages: previous, at most five numbers, next. Nothing where there is one page only. */
export function PageNumbers({ page, onChange }: { page: Numbers; onChange: (number: number) => void }) {
  if (page.count === 1) return null;
  return (
    <nav aria-label="Pages of orders" className="mt-5 flex flex-wrap items-center justify-center gap-1">
      <Button variant="quiet" disabled={page.number === 1} onClick={() => onChange(page.number - 1)}>
        Previous
      </Button>
      {page.numbers.map((number) => (
        <Button
          key={number}
          variant={number === page.number ? 'secondary' : 'quiet'}
          aria-label={`Page ${number} of ${page.count}`}
          aria-current={number === page.number ? 'page' : undefined}
          className="figures min-w-11"
          onClick={() => onChange(number)}
        >
          {number}
        </Button>
      ))}
      <Button variant="quiet" disabled={page.number === page.count} onClick={() => onChange(page.number + 1)}>
        Next
      </Button>
    </nav>
  );
}
