import type { FastifyInstance } from 'fastify';

/** Vite inside the server's process: hot reload on the same port. Development only. */
export async function attachVite(server: FastifyInstance): Promise<void> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: 'vite.config.ts',
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: server.server } },
  });
  server.addHook('onRequest', (request, reply, done) => {
    vite.middlewares(request.raw, reply.raw, () => done());
  });
  server.addHook('onClose', () => vite.close());
}
