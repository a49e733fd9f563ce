import { randomBytes } from 'node:crypto';
import { readFileSync, existsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pino } from 'pino';
import type { EmbeddingsOptions, StripeOptions } from '#contract/backend/backend.js';
import { ClusterError } from './platform/embedded-postgres/cluster-error.js';
import { makeFolder } from './platform/embedded-postgres/make-folder.js';
import { createHttpEndpoint } from './platform/http/http-endpoint.js';
import { startBackend } from './index.js';
import { readServerConfig, type ServerOptions, USAGE } from './server-config.js';

/** The embedded backend as a process of its own, for replicas that share one, and for tests of the HTTP transport. */
async function serve(options: ServerOptions): Promise<void> {
  const logger = pino();
  const { smtpUrlFile } = options;
  const smtpUrl = smtpUrlFile === undefined ? undefined : readFileSync(smtpUrlFile, 'utf8').trim();
  const mail = { ...options.mail, smtpUrl };
  const captchaService = options.captcha && {
    verifyUrl: options.captcha.verifyUrl,
    secret: readFileSync(options.captcha.secretFile, 'utf8').trim(),
  };
  const stripe = options.stripeAccount && readStripeAccount(options.stripeAccount);
  const { embeddings } = options;
  const backend = await startBackend({
    ...options,
    ...(embeddings ? { embeddings: readEmbeddings(embeddings) } : {}),
    captchaService,
    ...(stripe ? { stripe } : {}),
    mail,
    secrets: readSecrets(options.secretFile),
    logger,
  });
  const app = createHttpEndpoint(backend);
  const address = await app.listen({ host: options.host, port: options.port });
  logger.info({ address }, 'The backend answers');
  // To the person at the terminal, not into the log.
  if (backend.demo.password) process.stdout.write(`Demo accounts: password ${backend.demo.password}\n`);

  let stopping = false;
  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    await app.close();
    await backend.close();
    logger.info({}, 'The backend has stopped');
  }
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

const options = readServerConfig(process.argv.slice(2));
if ('error' in options) {
  process.stderr.write(`${options.error}\n${USAGE}\n`);
  process.exitCode = 2;
} else {
  serve(options).catch((error: unknown) => {
    process.stderr.write(`${error instanceof ClusterError ? error.message : String((error as Error).stack)}\n`);
    process.exitCode = 1;
  });
}

/** @returns the service with its key */
function readEmbeddings({ secretFile, ...service }: NonNullable<ServerOptions['embeddings']>): EmbeddingsOptions {
  return secretFile === undefined ? service : { ...service, apiKey: readFileSync(secretFile, 'utf8').trim() };
}

/** @returns the account with its secrets */
function readStripeAccount({ secretFile, apiBase }: NonNullable<ServerOptions['stripeAccount']>): StripeOptions {
  const [secretKey = '', webhookSecret = ''] = readFileSync(secretFile, 'utf8').trim().split(/\s+/);
  if (secretKey === '' || webhookSecret === '')
    throw new Error(`${secretFile} has to hold the API key of Stripe and the secret of its webhook, a line each`);
  return { secretKey, webhookSecret, ...(apiBase === undefined ? {} : { apiBase }) };
}

/** @returns what the file holds, comma-separated. One is made, readable by its owner alone, when there is no such file. */
function readSecrets(file: string): string[] {
  if (!existsSync(file)) {
    makeFolder(dirname(file));
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
  }
  return readFileSync(file, 'utf8')
    .split(',')
    .map((secret) => secret.trim());
}
