import { endpoints } from '@kobogate/contract';
import { type Route, route } from '../../platform/route.ts';
import { presentKey } from './api-key.ts';
import { type ApiKeyDependencies, createKey } from './create-key.ts';
import { listKeys } from './db.ts';
import { endKey, letKeyWork } from './change-key.ts';

const { apiKeys } = endpoints;

/** The keys of the signed-in user. */
export function apiKeyRoutes(dependencies: ApiKeyDependencies): Route[] {
  return [
    route(apiKeys.list, async ({ caller }) => ({
      data: (await listKeys(dependencies.database, caller.userId)).map(presentKey),
    })),
    route(apiKeys.create, async ({ caller, body }) => {
      const { key, secret } = await createKey(dependencies, { ...body, caller });
      return { message: 'Copy the key now: it is not shown again.', data: { ...presentKey(key), secret } };
    }),
    route(apiKeys.resume, async ({ caller, params, body }) => {
      await letKeyWork(dependencies, { caller, id: params.id, proof: body });
      return { message: 'The key works again.' };
    }),
    route(apiKeys.revoke, async ({ caller, params, body }) => {
      await endKey(dependencies, { caller, id: params.id, proof: body });
      return { message: 'The key was revoked.' };
    }),
  ];
}
