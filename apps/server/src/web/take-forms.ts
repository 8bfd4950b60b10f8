import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Within `scope` a form that a browser posts by itself is its fields, of at most so many bytes in all. */
export function takeForms(scope: FastifyInstance, bodyLimit: number): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, text, done) => done(null, new URLSearchParams(String(text))),
  );
}

/** The fields of a form that was posted; none where nothing was. */
export const formOf = ({ body }: Pick<FastifyRequest, 'body'>): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();

/** The query of a request's address. */
export const queryOf = ({ url }: Pick<FastifyRequest, 'url'>): URLSearchParams =>
  new URLSearchParams(url.split('?', 2)[1] ?? '');
