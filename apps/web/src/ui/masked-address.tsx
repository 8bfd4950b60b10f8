import { useState } from 'react';
import { maskedAddress } from '../lib/formats.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Eye, EyeOff } from './icons.ts';

/** An address masked to its first and last 8 characters until it is toggled; always copied whole. */
export function MaskedAddress({ address }: { address: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const Icon = isWhole ? EyeOff : Eye;
  return (
    <div className="grid gap-2">
      <code className="font-mono text-[15px] break-all">{isWhole ? address : maskedAddress(address)}</code>
      <div className="flex flex-wrap gap-x-0.5 gap-y-2">
        <CopyButton text={address} label="Copy address" />
        <Button variant="quiet" onClick={() => setIsWhole(!isWhole)}>
          <Icon className="size-4" aria-hidden="true" />
          {isWhole ? 'Hide full address' : 'Show full address'}
        </Button>
      </div>
    </div>
  );
}
