import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { createQueryClient } from '../lib/queries.ts';
import { SessionProvider } from '../lib/session.tsx';
import { NextStep } from '../ui/next-step.tsx';
import { WaitOverlay } from '../ui/overlay.tsx';
import { Toaster } from '../ui/toaster.tsx';

/** Around every page that knows the session: the cache, the session and the toasts. */
export function Component() {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <NextStep fallback={<WaitOverlay />}>
          <Outlet />
        </NextStep>
        <Toaster />
      </SessionProvider>
    </QueryClientProvider>
  );
}
