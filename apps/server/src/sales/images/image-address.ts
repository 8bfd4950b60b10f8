import { endpoints, type ImageId } from '@kobogate/contract';

/** Where a picture is served, below this gateway's own address. Pure. */
export const imageAddress = (id: ImageId): string => `/api${endpoints.images.show.path.replace('{id}', id)}`;
