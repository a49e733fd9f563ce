import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { ProcessRole } from './setting-values.js';
import { settingsSchema } from './settings-schema.js';

export type Settings = z.output<typeof settingsSchema> & { AUTH_SECRET: string[] };

/** The settings of a process that only needs metrics or traces. */
const telemetrySchema = settingsSchema.pick({
  METRICS_PORT: true,
  METRICS_HOST: true,
  NODE_APP_INSTANCE: true,
  OTEL_EXPORTER_OTLP_ENDPOINT: true,
  OTEL_SERVICE_NAME: true,
});
export type TelemetrySettings = z.output<typeof telemetrySchema>;

/** Injection token of `Settings`. */
export const SETTINGS = Symbol('SETTINGS');

/** Thrown at startup; its message names each invalid setting and the violated rule. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** @throws SettingsError */
export function parseSettings(environment: Record<string, unknown>): Settings {
  const known = Object.fromEntries(Object.keys(settingsSchema.shape).map((name) => [name, environment[name]]));
  const settings = parsed(settingsSchema, known);
  const broken = brokenRuleOf(settings);
  if (broken !== undefined) throw new SettingsError(`Invalid settings:\n  ${broken}`);
  return { ...settings, AUTH_SECRET: settings.AUTH_SECRET ?? [randomBytes(32).toString('base64url')] };
}

/**
 * Parses the telemetry settings of a standalone backend, which has all other settings in its own configuration.
 *
 * @throws SettingsError
 */
export function parseTelemetrySettings(environment: Record<string, unknown>): TelemetrySettings {
  return parsed(telemetrySchema, { OTEL_SERVICE_NAME: 'causeboard-backend', ...environment });
}

function parsed<T extends z.ZodType>(schema: T, values: Record<string, unknown>): z.output<T> {
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new SettingsError(`Invalid settings:\n${lines.join('\n')}`);
}

/** Whether mails are not sent but shown to everybody who can reach the site: only if there is no data to protect. */
export function showsMailbox({ SMTP_URL, DEMO_DATA, NODE_ENV }: Settings): boolean {
  return SMTP_URL === undefined && (DEMO_DATA === true || NODE_ENV === 'development');
}

/** Returns the environment of this process. The server reads it nowhere else; the commands in `src/backend/cli` read their own. */
export function processEnvironment(): Record<string, unknown> {
  return process.env;
}

/** The parsed settings. */
type ReadSettings = Readonly<Record<string, unknown>> & {
  ROLES: ReadonlySet<ProcessRole>;
  CAPTCHA_SERVICE: string;
};

/** Settings that are required if another one is set. */
const TOGETHER = [
  ['GA_API_SECRET', 'GA_MEASUREMENT_ID'],
  ['GA_MEASUREMENT_ID', 'GA_API_SECRET'],
  ['META_ACCESS_TOKEN', 'META_PIXEL_ID'],
  ['META_PIXEL_ID', 'META_ACCESS_TOKEN'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY'],
  ['EMBEDDINGS_MODEL', 'EMBEDDINGS_URL'],
  ['DATABASE_URL', 'DATABASE_REPLICA_URLS'],
  ['AWS_ACCESS_KEY_ID', 'FILES_URL'],
  ['AWS_SECRET_ACCESS_KEY', 'FILES_URL'],
] as const;

/** @returns the first violated rule between settings, with the name of the setting to change; undefined if all are consistent */
function brokenRuleOf(settings: ReadSettings): string | undefined {
  if (settings.NODE_ENV === 'production' && !settings.DEMO_DATA && !settings.AUTH_SECRET)
    return 'AUTH_SECRET: is needed in production (32 random characters or more; `npm start` makes one)';
  if (settings.BACKEND_GRAPHQL_URL && !settings.ROLES.has('web'))
    return 'ROLES: has to include web with BACKEND_GRAPHQL_URL, because the external backend does the background jobs';
  const captchaFault = captchaSettingsFault(settings);
  if (captchaFault) return captchaFault;
  if (settings.AI_BASE_URL && !settings.AI_MODEL) return 'AI_MODEL: is needed with AI_BASE_URL';
  for (const [name, other] of TOGETHER)
    if (settings[other] !== undefined && settings[name] === undefined) return `${name}: is needed with ${other}`;
  return undefined;
}

/** @returns the captcha setting that is missing, or has no effect; undefined if they are consistent */
function captchaSettingsFault(settings: ReadSettings): string | undefined {
  const { CAPTCHA_SERVICE: service, CAPTCHA_SITE_KEY: key, CAPTCHA_SECRET_KEY: secret } = settings;
  if (service === 'proof-of-work') {
    const names = ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET_KEY', 'CAPTCHA_VERIFY_URL', 'CAPTCHA_SCRIPT_URL'] as const;
    const unused = names.find((name) => settings[name] !== undefined);
    return unused && `${unused}: has no effect without CAPTCHA_SERVICE`;
  }
  if (!key) return `CAPTCHA_SITE_KEY: is needed for ${service}`;
  if (!secret && !settings.BACKEND_GRAPHQL_URL) return `CAPTCHA_SECRET_KEY: is needed for ${service}`;
  return undefined;
}
