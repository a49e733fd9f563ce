import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { brokenRuleOf } from './setting-rules.js';
import { settingsSchema } from './settings-schema.js';

export type Settings = z.output<typeof settingsSchema> & { AUTH_SECRET: string[] };

/** Of a process that is measured or traced. */
const telemetrySchema = settingsSchema.pick({
  METRICS_PORT: true,
  METRICS_HOST: true,
  NODE_APP_INSTANCE: true,
  OTEL_EXPORTER_OTLP_ENDPOINT: true,
  OTEL_SERVICE_NAME: true,
});
export type TelemetrySettings = z.output<typeof telemetrySchema>;

/** The injection token of `Settings`. */
export const SETTINGS = Symbol('SETTINGS');

/** Thrown at start; its message names each setting that is wrong and the rule it breaks. */
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
 * The settings of a standalone backend, which has all others in its own configuration.
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

/** Whether mails are shown to everybody who reaches the site, and sent to nobody: only where there is nothing to protect. */
export function showsMailbox({ SMTP_URL, DEMO_DATA, NODE_ENV }: Settings): boolean {
  return SMTP_URL === undefined && (DEMO_DATA === true || NODE_ENV === 'development');
}

/** The environment of this process: the only place that reads it. */
export function processEnvironment(): Record<string, unknown> {
  return process.env;
}
