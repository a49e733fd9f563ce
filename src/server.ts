import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import fastify, { type FastifyInstance, LogController, type onResponseHookHandler } from 'fastify';
import fastifyStatic from '@fastify/static';
import type { Backend } from '#contract/backend/backend.js';
import { APPLICATION_FILES_PATH } from '#contract/pages/paths.js';
import { AppModule, openBackend } from './app.module.js';
import { CONNECTION_OPTIONS, Connections } from './common/connections/connections.js';
import { ErrorFilter } from './common/error.filter.js';
import { readUrlEncodedForms } from './common/request-body.js';
import { type Logger, nestLogger, requestId } from './common/logger.js';
import { traceIdOf } from './common/request-route.js';
import { openMetrics, openTracing } from './open-telemetry.js';
import { Origins } from './origins.js';
import { type Settings, SettingsError } from './settings.js';
import { limitRelayBodies, Relays } from './modules/analytics-relay/index.js';
import { addProtocolHeaders, type LoginLimits, queueLogins } from './modules/auth/index.js';
import { readEventBodies } from './modules/checkout/payment-events.controller.js';
import { MAX_FORM_FIELDS } from './modules/forms/index.js';
import { HealthCheck } from './modules/health/health.module.js';
import { isBelowOwnPage } from './modules/routing/index.js';
import { SiteRegistry } from './modules/sites/index.js';
import { PageCache } from './ssr/page-cache/page-cache.js';
import { ViewCounter } from './modules/job-views/job-views.module.js';
import { SearchCounter } from './modules/search-counts/search-counts.module.js';
import { sendCachedPages } from './ssr/send-page.js';
import { listenForHealthChecks, type RunningServer } from './worker-server.js';

const BODY_LIMIT_BYTES = 1024 * 1024;

/** The built pages: `client` for browsers, `server` for Vike. */
const BUILT_PAGES = new URL('../../pages/', import.meta.url);

/** Query parameters that grant access to an account: tokens of mailed links, codes of providers. */
const SECRET_PARAMETERS = /([?&](?:token|change|code|state)=)[^&]*/g;

/** Passes only the logged fields: the logger would otherwise traverse the whole request object. */
const logRequest: onResponseHookHandler = (request, reply, done) => {
  const { method, url } = request;
  const ms = Math.round(reply.elapsedTime * 10) / 10;
  const traceId = traceIdOf(request.raw);
  request.log.info(
    {
      req: { method, url: url.replace(SECRET_PARAMETERS, '$1…') },
      status: reply.raw.statusCode,
      ms,
      ...(traceId === undefined ? {} : { traceId }),
    },
    'request',
  );
  done();
};

/** The embedded backend hashes passwords on the same CPUs that render pages; an external one has its own. */
function loginLimits(backend: Backend | null): LoginLimits {
  return { atOnce: backend ? Math.max(1, Math.floor(availableParallelism() / 2)) : 8, maxWaiting: 256 };
}

/** Bodies are validated by class-validator; Fastify would load a hundred files at every start for a schema compiler that no route uses. */
function refuseSchemas(): never {
  throw new Error('A route has a Fastify schema, but no schema compiler is configured');
}

/** @throws SettingsError if the path would hide pages of the product */
function checkAuthPath(path: string): void {
  if (!isBelowOwnPage(path)) return;
  throw new SettingsError(
    `Invalid settings:\n  AUTH_BASE_PATH: ${path} collides with pages of the product; choose another first segment, as in /api/auth`,
  );
}

/** Starts the whole product. */
export async function startServer(settings: Settings, logger: Logger): Promise<RunningServer> {
  checkAuthPath(settings.AUTH_BASE_PATH);
  const origins = new Origins(settings);
  const backend = await openBackend(settings, logger, origins);
  try {
    if (backend && !settings.ROLES.has('web'))
      return await listenForHealthChecks({ settings, logger, backend, origins });
    return await listen({ settings, logger, backend, origins });
  } catch (error) {
    await backend?.close();
    throw error;
  }
}

async function listen(parts: {
  settings: Settings;
  logger: Logger;
  backend: Backend | null;
  origins: Origins;
}): Promise<RunningServer> {
  const { settings, logger, backend, origins } = parts;
  const server = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: settings.TRUST_PROXY,
    routerOptions: { maxParamLength: 8192 },
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    ...CONNECTION_OPTIONS,
  });
  const measured = await openMetrics(settings, server as unknown as FastifyInstance);
  const tracing = await openTracing(settings, server as unknown as FastifyInstance);
  const connections = new Connections(server as unknown as FastifyInstance);
  if (logger.isLevelEnabled('info')) server.addHook('onResponse', logRequest);
  // The types of the adapter are from an older version of Fastify with the same structure.
  const adapter = new FastifyAdapter(server as unknown as ConstructorParameters<typeof FastifyAdapter>[0]);
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.register(backend, settings.AUTH_BASE_PATH),
    adapter,
    {
      logger: nestLogger(logger),
      abortOnError: false,
    },
  );
  app.useGlobalFilters(app.get(ErrorFilter));
  readUrlEncodedForms(app, MAX_FORM_FIELDS);
  // Page forms and /graphql parse the body themselves, within their limits; other routes do not accept it.
  server.addContentTypeParser('multipart/form-data', (request, _payload, done) => {
    if (['/api', settings.AUTH_BASE_PATH].some((path) => request.url.startsWith(`${path}/`)))
      done(Object.assign(new Error('Send a form that is URL-encoded.'), { statusCode: 415 }));
    else done(null, undefined);
  });
  // Parts of files are limited by the route that reads them.
  server.addContentTypeParser('application/octet-stream', (request, _payload, done) => {
    if (request.url.startsWith(`${APPLICATION_FILES_PATH}?`)) done(null, undefined);
    else done(Object.assign(new Error('This address does not accept binary data.'), { statusCode: 415 }));
  });
  // Few requests need their cookies, so they are parsed on demand.
  await server.register(cookie, { hook: false });
  // Each route sets its own limit (`@RouteConfig({ rateLimit })`).
  if (settings.RATE_LIMITS) await server.register(rateLimit, { global: false });
  sendCachedPages(server as unknown as FastifyInstance, {
    cache: app.get(PageCache, { strict: false }),
    sites: app.get(SiteRegistry, { strict: false }),
    searches: app.get(SearchCounter, { strict: false }),
    views: app.get(ViewCounter, { strict: false }),
    timeoutMs: settings.BACKEND_TIMEOUT_MS,
  });
  limitRelayBodies(server as unknown as FastifyInstance);
  readEventBodies(server as unknown as FastifyInstance);
  addProtocolHeaders(server as unknown as FastifyInstance, settings.AUTH_BASE_PATH);
  queueLogins(
    server as unknown as FastifyInstance,
    { sites: app.get(SiteRegistry, { strict: false }), authPath: settings.AUTH_BASE_PATH },
    loginLimits(backend),
  );
  await serveClient(server as unknown as FastifyInstance, settings.NODE_ENV === 'development');
  measured?.metrics.show({
    pageCache: app.get(PageCache, { strict: false }),
    relays: app.get(Relays, { strict: false }),
    backend,
  });
  // Before the public port is opened, so that all requests are counted and the metrics are available.
  await measured?.metrics.listen(measured.address);
  await app.listen(settings.PORT, settings.HOST);
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : settings.PORT;
  origins.listenAt(port);
  if (settings.NODE_ENV === 'production' && !settings.PUBLIC_URL && !settings.DEMO_DATA)
    logger.warn(
      'PUBLIC_URL is not set: pages, sitemaps and feeds use the Host header of each request as their address, without verification',
    );
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    welcome: welcome(settings, port, backend),
    async close(delayMs) {
      const endsAt = Date.now() + settings.SHUTDOWN_TIMEOUT_MS;
      app.get(HealthCheck, { strict: false }).stop();
      connections.endAfterAnswers();
      await setTimeout(Math.min(delayMs, settings.SHUTDOWN_TIMEOUT_MS));
      const cut = await connections.finish(Math.max(0, endsAt - Date.now()));
      if (cut > 0)
        logger.warn({ connections: cut }, 'connections were closed because SHUTDOWN_TIMEOUT_MS was exceeded');
      await app.close();
      await tracing?.close();
      measured?.metrics.close();
    },
  };
}

/** Returns what `npm start` prints when the site is available. */
function welcome(settings: Settings, port: number, backend: Backend | null): string[] {
  const local = `http://localhost:${port}`;
  const { PUBLIC_URL } = settings;
  const address = PUBLIC_URL ? `${PUBLIC_URL}, here at ${local}` : local;
  const lines = ['', `  Causeboard is at ${address}`, `  Site: ${settings.SITE}`];
  for (const [host, site] of settings.SITES) lines.push(`        ${site} at ${host}`);
  lines.push(
    `  Backend: ${backend ? `embedded, ${settings.DATABASE_URL ? 'on DATABASE_URL' : `in ${settings.DATA_DIR}`}` : settings.BACKEND_GRAPHQL_URL!}`,
  );
  if (backend?.mailbox) lines.push(`  Mail goes nowhere; on this machine it can be read at ${local}/dev/mailbox`);
  else if (backend?.mail === 'off') lines.push('  Mail is not sent: SMTP_URL is missing');
  const demo = backend?.demo;
  if (demo?.accounts.length) {
    const password = demo.password ? `password ${demo.password}` : 'the password of the first start, or DEMO_PASSWORD';
    lines.push(`  Demo accounts (${password}):`, ...demo.accounts.map((account) => `        ${account.email}`));
  }
  return [...lines, ''];
}

/** Serves the pages' scripts and styles: the built files in production, Vite's in development. */
async function serveClient(server: FastifyInstance, development: boolean): Promise<void> {
  if (development) {
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

/** Vite inside the server's process: hot reload on the same port. It is loaded in development only. */
async function attachVite(server: FastifyInstance): Promise<void> {
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
