import type { FileEndpoint } from '@kobogate/contract';
import { toast } from 'react-hot-toast/headless';
import { call, type CallInput, isUnreachable, messageFor } from './client.ts';
import { saveFile } from './save-file.ts';
import { usePending } from './use-pending.ts';

const DOWNLOAD_FAILED = 'The file could not be made. Nothing was changed; please try again.';

/** Downloads an endpoint's answer as a file with a name, one at a time; where it fails, a toast says why. */
export function useDownload(): {
  isPending: boolean;
  download: <E extends FileEndpoint>(
    endpoint: E,
    input: Pick<CallInput<E>, 'params' | 'query'>,
    name: string,
  ) => Promise<void>;
} {
  const { isPending, run } = usePending();
  return {
    isPending,
    download: (endpoint, input, name) =>
      run(async () => {
        try {
          const file: string | Uint8Array<ArrayBuffer> = await call(endpoint, input);
          if (isUnreachable(file)) toast.error(file);
          else saveFile(file, endpoint.media, name);
        } catch (failure) {
          toast.error(messageFor(failure, DOWNLOAD_FAILED));
        }
      }),
  };
}
