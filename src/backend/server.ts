import { randomBytes } from 'node:crypto';
import { readFileSync, existsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pino } from 'pino';
import type { FileStoreOptions } from '#contract/backend/file-store.js';
import type { Backend, EmbeddingsOptions, StripeOptions } from '#contract/backend/backend.js';
import { ClusterError } from './platform/embedded-postgres/cluster-files.js';
import { makeFolder } from './platform/embedded-postgres/data-folder.js';
import { currentTraceId } from '#shared/telemetry/telemetry.js';
import { openMetrics, openTracing } from '../open-telemetry.js';
import { parseTelemetrySettings, processEnvironment, SettingsError, type TelemetrySettings } from '../settings.js';
import { createHttpEndpoint, createHttpServer } from './platform/http/http-endpoint.js';
import { startBackend } from './index.js';
import { readServerConfig, type ServerOptions, USAGE } from './server-config.js';

/** Runs the embedded backend as a separate process, for replicas that share one, and for tests of the HTTP transport. */
async function serve(options: ServerOptions, settings: TelemetrySettings): Promise<void> {
  const logger = pino({
    mixin: () => {
      const traceId = currentTraceId();
      return traceId === undefined ? {} : { traceId };
    },
  });
  const { smtpUrlFile } = options;
  const smtpUrl = smtpUrlFile === undefined ? undefined : readFileSync(smtpUrlFile, 'utf8').trim();
  const mail = { ...options.mail, smtpUrl };
  const captchaService = options.captcha && {
    verifyUrl: options.captcha.verifyUrl,
    secret: readFileSync(options.captcha.secretFile, 'utf8').trim(),
  };
  const stripe = options.stripeAccount && readStripeAccount(options.stripeAccount);
  const fileStore = options.files && readFileStore(options.files);
  const { embeddings } = options;
  const backend = await startBackend({
    ...options,
    ...(embeddings ? { embeddings: readEmbeddings(embeddings) } : {}),
    captchaService,
    ...(stripe ? { stripe } : {}),
    ...(fileStore ? { fileStore } : {}),
    mail,
    secrets: readSecrets(options.secretFile),
    logger,
  });
  const running = await listen(backend, options, settings).catch(async (error: unknown) => {
    await backend.close();
    throw error;
  });
  logger.info({ address: running.address }, 'The backend answers');
  // Printed on the terminal, not logged.
  if (backend.demo.password) process.stdout.write(`Demo accounts: password ${backend.demo.password}\n`);

  let stopping = false;
  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    await running.close();
    logger.info({}, 'The backend has stopped');
  }
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

/** Handles requests, with metrics and traces if enabled. @returns the address, and a function that closes the server and the backend */
async function listen(
  backend: Backend,
  { host, port }: ServerOptions,
  settings: TelemetrySettings,
): Promise<{ address: string; close(): Promise<void> }> {
  const server = createHttpServer();
  const measured = await openMetrics(settings, server);
  const tracing = await openTracing(settings, server);
  measured?.metrics.show({ backend });
  // Started before the endpoint, so that all of its requests are counted and the metrics can be read.
  await measured?.metrics.listen(measured.address);
  const address = await createHttpEndpoint(backend, server).listen({ host, port });
  return {
    address,
    async close() {
      await server.close();
      await backend.close();
      await tracing?.close();
      measured?.metrics.close();
    },
  };
}

/** Reports errors that an operator can fix as a message; all others are bugs and are reported with their stack. */
function fail(error: unknown): void {
  const isExpected = error instanceof ClusterError || error instanceof SettingsError;
  process.stderr.write(`${isExpected ? error.message : String((error as Error).stack)}\n`);
  process.exitCode = 1;
}

const options = readServerConfig(process.argv.slice(2));
if ('error' in options) {
  process.stderr.write(`${options.error}\n${USAGE}\n`);
  process.exitCode = 2;
} else {
  try {
    await serve(options, parseTelemetrySettings(processEnvironment()));
  } catch (error) {
    fail(error);
  }
}

/** @returns the service with its key */
function readEmbeddings({ secretFile, ...service }: NonNullable<ServerOptions['embeddings']>): EmbeddingsOptions {
  return secretFile === undefined ? service : { ...service, apiKey: readFileSync(secretFile, 'utf8').trim() };
}

/** @returns the account with its secrets */
function readStripeAccount({ secretFile, apiBase }: NonNullable<ServerOptions['stripeAccount']>): StripeOptions {
  const [secretKey = '', webhookSecret = ''] = readFileSync(secretFile, 'utf8').trim().split(/\s+/);
  if (secretKey === '' || webhookSecret === '')
    throw new Error(`${secretFile} must contain the API key of Stripe and the secret of its webhook, one per line`);
  return { secretKey, webhookSecret, ...(apiBase === undefined ? {} : { apiBase }) };
}

/** @returns the store with its key */
function readFileStore({ url, secretFile }: NonNullable<ServerOptions['files']>): FileStoreOptions {
  const [accessKeyId = '', secretAccessKey = ''] = readFileSync(secretFile, 'utf8').trim().split(/\s+/);
  if (accessKeyId === '' || secretAccessKey === '')
    throw new Error(`${secretFile} must contain the id of the key for the file store and its secret, one per line`);
  return { url, accessKeyId, secretAccessKey };
}

/** @returns the comma-separated secrets of the file. If it does not exist, one is generated; only its owner can read the file. */
function readSecrets(file: string): string[] {
  if (!existsSync(file)) {
    makeFolder(dirname(file));
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
  }
  return readFileSync(file, 'utf8')
    .split(',')
    .map((secret) => secret.trim());
}
