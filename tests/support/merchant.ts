import { once } from 'node:events';
import { createServer } from 'node:http';

export interface MerchantSite {
  readonly origin: string;
  stop(): void;
}

/**
 * A merchant's own site, on another host than the product: one page with the strictest content security policy
 * that still allows the script and the frame of `service`.
 */
export async function startMerchant(service: string, body: string): Promise<MerchantSite> {
  const policy = `default-src 'none'; script-src ${service} 'self'; frame-src ${service} 'self'; require-trusted-types-for 'script'; trusted-types 'none'`;
  const server = createServer((request, response) => {
    if (request.url !== '/') return void response.writeHead(404).end();
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
      .end(
        `<!doctype html><html lang="en"><title>A sample shop</title><main><h1>A sample shop</h1>${body}</main></html>`,
      );
  }).listen(0, 'localhost');
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return {
    origin: `http://localhost:${port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
