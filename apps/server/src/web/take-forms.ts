import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Within `scope` a posted form is parsed into its fields, up to a limit in bytes. */
export function takeForms(scope: FastifyInstance, bodyLimit: number): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, text, done) => done(null, new URLSearchParams(String(text))),
  );
}

/** The fields of a posted form; none where nothing was posted. */
export const formOf = ({ body }: Pick<FastifyRequest, 'body'>): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();

/** The query of a request's address. */
export const queryOf = ({ url }: Pick<FastifyRequest, 'url'>): URLSearchParams =>
  new URLSearchParams(/\?(.*)$/.exec(url)?.[1] ?? '');
