import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** The built pages: `client` for browsers, `server` for Vike. */
const BUILT_PAGES = new URL('../../../pages/', import.meta.url);

/** Serves the pages' scripts and styles: the built files in production, Vite's in development. */
export async function serveClient(server: FastifyInstance, development: boolean): Promise<void> {
  if (development) {
    const { attachVite } = await import('./vite-development.js');
    await attachVite(server);
    return;
  }
  await import(new URL('server/entry.mjs', BUILT_PAGES).href);
  await server.register(fastifyStatic, {
    root: fileURLToPath(new URL('client/assets/', BUILT_PAGES)),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    decorateReply: false,
    setHeaders: (reply) => {
      void reply.header('x-content-type-options', 'nosniff');
    },
  });
}
