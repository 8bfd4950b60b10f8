import { isSampleBrand } from '@kobogate/contract';
import { useBrand } from './site-context.ts';

/** The company's address, line by line; `sampleNote` follows while it is still the sample. */
export function BrandAddress({
  className,
  sampleClassName,
  sampleNote,
}: {
  className?: string;
  sampleClassName?: string;
  sampleNote: string;
}) {
  const brand = useBrand();
  return (
    <>
      <address className={className}>
        {brand.address.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
      {isSampleBrand(brand, 'address') && <p className={sampleClassName}>{sampleNote}</p>}
    </>
  );
}
