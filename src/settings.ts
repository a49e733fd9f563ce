import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { brokenRuleOf } from './setting-rules.js';
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

/** Returns the environment of this process; the only place that reads it. */
export function processEnvironment(): Record<string, unknown> {
  return process.env;
}
