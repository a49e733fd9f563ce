import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from 'zod';

/** One setting: how it is read and what the generated table in `docs/operating.md` says of it. */
const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** Of another service. */
const endpoint = (url: string) =>
  z.preprocess((value) => (value === '' ? undefined : value), z.url({ protocol: /^https?$/ }).default(url));

/** The only names read from the environment, and what each may be. */
export const settingsSchema = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production').describe('How the server runs.'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000).describe('The port to listen on; 0 takes a free one.'),
  HOST: z.string().min(1).default('0.0.0.0').describe('The address to listen on.'),
  SITE: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, 'is a folder name in config/sites')
    .default('default')
    .describe('The site served to every host that SITES does not name; a folder in config/sites.'),
  SITES: z
    .string()
    .default('')
    .transform(parseSites)
    .describe('Sites by host, comma-separated: `charity-ca=jobs.example.org,default=www.example.com`.'),
  SITE_FLAGS: z
    .string()
    .default('')
    .transform(parseFlags)
    .describe(
      "Features of sites that are to differ from the sites' folders, comma-separated: `charity-ca.readOnly=on,default.forcedRegistration=off`.",
    ),
  DATA_DIR: z
    .string()
    .min(1)
    .default('data')
    .describe('The folder of the embedded database and of the secret made for it.'),
  PUBLIC_URL: optional(
    z.preprocess(withScheme, z.url({ protocol: /^https?$/ })).transform((url) => url.replace(/\/+$/, '')),
  ).describe(
    'Where people reach SITE; a host without scheme is given https. Sites that have hosts in SITES are reached at the first of theirs, with this scheme and port. Without it, the Host header of each request.',
  ),
  AUTH_SECRET: optional(z.string().transform(parseSecrets)).describe(
    'Signs and encrypts sessions. Several, comma-separated, while keys rotate: the first one signs. Without it (never in production), one that ends with the process.',
  ),
  SESSION_JSON_JWT: onOff
    .default(false)
    .describe(
      '`on` shows the backend token to scripts of the site in `/api/auth/session`, for clients that ask the backend themselves. Whoever gets a script into a page then gets the token too.',
    ),
  BACKEND_GRAPHQL_URL: optional(z.url({ protocol: /^https?$/ })).describe(
    'The GraphQL endpoint of an external backend. Without it the embedded backend runs in the process.',
  ),
  BACKEND_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(8000)
    .describe('How long a request may wait for the backend in all, in milliseconds, however often it asks.'),
  DATABASE_URL: optional(
    z.string().regex(/^postgres(ql)?:\/\/\S+$/, 'begins with postgres:// or postgresql://'),
  ).describe('A PostgreSQL server for the embedded backend. Without it, a database in DATA_DIR.'),
  SEARCH_MEMORY_MB: z.coerce
    .number()
    .min(0)
    .default(512)
    .describe(
      'How much memory the search index of the embedded backend may take. Beyond it, and with 0, PostgreSQL answers searches alone.',
    ),
  GEOCODER_URL: optional(z.url({ protocol: /^https?$/ })).describe(
    'A geocoder that understands the places people type: `https://photon.example.org/api`. Without it, and while it does not answer, the gazetteer that comes with the product.',
  ),
  GEOCODER_KIND: z
    .enum(['photon', 'nominatim'])
    .default('photon')
    .describe('What GEOCODER_URL answers like: `photon` or `nominatim`.'),
  FEED_NETWORKS: z
    .string()
    .default('')
    .transform(parseNetworks)
    .describe(
      'Private addresses and networks from which feeds may be fetched, comma-separated: `10.1.0.0/16,192.168.7.9`. All others are refused.',
    ),
  REDIS_URL: optional(z.url({ protocol: /^rediss?$/ })).describe(
    'A Redis in which processes count limits together. Without it, and while it is away, each counts for itself.',
  ),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })).describe(
    'The server that sends mail: `smtps://user:password@host:465`, or `smtp://user:password@host:587`. Without it none is sent; see “Mail”.',
  ),
  MAIL_FROM: optional(z.email()).describe(
    'The address that mails come from. Without it, the contactEmail of each site, which answers go to in either case.',
  ),
  GOOGLE_CLIENT_ID: optional(z.string()).describe(
    'Of this product at Google. With it and the secret, sites may offer to log in with Google.',
  ),
  GOOGLE_CLIENT_SECRET: optional(z.string()).describe('Belongs to GOOGLE_CLIENT_ID.'),
  GOOGLE_AUTHORIZATION_URL: endpoint('https://accounts.google.com/o/oauth2/v2/auth').describe(
    'Where Google asks people to log in.',
  ),
  GOOGLE_TOKEN_URL: endpoint('https://oauth2.googleapis.com/token').describe('Where Google gives tokens.'),
  GOOGLE_USERINFO_URL: endpoint('https://openidconnect.googleapis.com/v1/userinfo').describe(
    'Where Google says who somebody is.',
  ),
  LINKEDIN_CLIENT_ID: optional(z.string()).describe(
    'Of this product at LinkedIn. With it and the secret, sites may offer to log in with LinkedIn.',
  ),
  LINKEDIN_CLIENT_SECRET: optional(z.string()).describe('Belongs to LINKEDIN_CLIENT_ID.'),
  LINKEDIN_AUTHORIZATION_URL: endpoint('https://www.linkedin.com/oauth/v2/authorization').describe(
    'Where LinkedIn asks people to log in.',
  ),
  LINKEDIN_TOKEN_URL: endpoint('https://www.linkedin.com/oauth/v2/accessToken').describe(
    'Where LinkedIn gives tokens.',
  ),
  LINKEDIN_USERINFO_URL: endpoint('https://api.linkedin.com/v2/userinfo').describe(
    'Where LinkedIn says who somebody is.',
  ),
  FACEBOOK_CLIENT_ID: optional(z.string()).describe(
    'Of this product at Facebook. With it and the secret, sites may offer to log in with Facebook.',
  ),
  FACEBOOK_CLIENT_SECRET: optional(z.string()).describe('Belongs to FACEBOOK_CLIENT_ID.'),
  FACEBOOK_AUTHORIZATION_URL: endpoint('https://www.facebook.com/v23.0/dialog/oauth').describe(
    'Where Facebook asks people to log in.',
  ),
  FACEBOOK_TOKEN_URL: endpoint('https://graph.facebook.com/v23.0/oauth/access_token').describe(
    'Where Facebook gives tokens.',
  ),
  FACEBOOK_USERINFO_URL: endpoint(
    'https://graph.facebook.com/v23.0/me?fields=id,first_name,last_name,email,picture',
  ).describe('Where Facebook says who somebody is.'),
  FACEBOOK_EMAIL_VERIFIED: onOff
    .default(false)
    .describe(
      '`on`: addresses that Facebook names count as verified, which it does not say itself. Without it, nobody gets an account by Facebook alone.',
    ),
  PAGE_CACHE_MB: z.coerce
    .number()
    .min(0)
    .max(65_536)
    .default(8)
    .describe(
      'Megabytes of pages kept for visitors who are not signed in. 0 keeps none, also not for when the backend is away.',
    ),
  CDN_MAX_AGE_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(86_400)
    .default(0)
    .describe(
      'How long a CDN may send those pages without asking whether they are still right. It must pass on requests with a session cookie.',
    ),
  TRUST_PROXY: onOff
    .default(false)
    .describe(
      '`on` behind a proxy that sets X-Forwarded-For and X-Forwarded-Proto itself: whose address and scheme count.',
    ),
  RATE_LIMITS: onOff
    .default(true)
    .describe(
      '`on` or `off`: limits on requests by address, and on guessing passwords and asking for mail by account.',
    ),
  DEMO_DATA: optional(onOff).describe(
    '`on` fills an empty site with demo data and accounts. `npm start` sets it on; elsewhere it is off.',
  ),
  DEMO_PASSWORD: optional(z.string().min(8, 'has at least 8 characters')).describe(
    'The password of the demo accounts; without it one is made at random and printed.',
  ),
  SHUTDOWN_DELAY_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(5000)
    .describe(
      'How long after SIGTERM new connections are still taken while `/health/ready` says 503, so that balancers notice. Not after SIGINT.',
    ),
  SHUTDOWN_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1000)
    .max(600_000)
    .default(20_000)
    .describe('How long after the signal requests that are not answered yet are cut.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('The least severe level that is logged.'),
});

export type Settings = z.output<typeof settingsSchema> & { AUTH_SECRET: string[] };

/** The injection token of `Settings`. */
export const SETTINGS = Symbol('SETTINGS');

/** Thrown at start; its message names each setting that is wrong and the rule it breaks. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** @throws SettingsError */
export function parseSettings(environment: Record<string, unknown>): Settings {
  const known = Object.fromEntries(Object.keys(settingsSchema.shape).map((name) => [name, environment[name]]));
  const result = settingsSchema.safeParse(known);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new SettingsError(`Settings that are not right:\n${lines.join('\n')}`);
  }
  if (result.data.NODE_ENV === 'production' && !result.data.DEMO_DATA && !result.data.AUTH_SECRET) {
    throw new SettingsError(
      'Settings that are not right:\n  AUTH_SECRET: is needed in production (32 random characters or more; `npm start` makes one)',
    );
  }
  return { ...result.data, AUTH_SECRET: result.data.AUTH_SECRET ?? [randomBytes(32).toString('base64url')] };
}

function parseSecrets(value: string, context: z.RefinementCtx): string[] {
  const secrets = value.split(',').map((secret) => secret.trim());
  if (secrets.some((secret) => secret.length < 32))
    context.addIssue({ code: 'custom', message: 'each has at least 32 characters' });
  return secrets;
}

function parseSites(value: string, context: z.RefinementCtx): Map<string, string> {
  const sites = new Map<string, string>();
  for (const pair of value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const match = /^([a-z][a-z0-9-]*)=([a-z0-9.-]+(?::\d+)?)$/i.exec(pair);
    if (match) sites.set(match[2]!.toLowerCase(), match[1]!);
    else context.addIssue({ code: 'custom', message: `"${pair}" is not of the form site=host` });
  }
  return sites;
}

function parseNetworks(value: string, context: z.RefinementCtx): string[] {
  const networks = value.split(',').map((part) => part.trim());
  return networks.filter(Boolean).filter((network) => {
    const [address = '', bits, ...rest] = network.split('/');
    const most = { 4: 32, 6: 128, 0: -1 }[isIP(address)] ?? -1;
    const isValid =
      most > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
    if (!isValid) context.addIssue({ code: 'custom', message: `"${network}" is no address or network` });
    return isValid;
  });
}

/** Which sites and features there are is known where sites are read. */
function parseFlags(value: string, context: z.RefinementCtx): Map<string, Record<string, boolean>> {
  const flags = new Map<string, Record<string, boolean>>();
  const parts = value.split(',').map((part) => part.trim());
  for (const part of parts.filter(Boolean)) {
    const match = /^([a-z][a-z0-9-]*)\.([a-z][a-zA-Z]*)=(on|off)$/.exec(part);
    if (match) flags.set(match[1]!, { ...flags.get(match[1]!), [match[2]!]: match[3] === 'on' });
    else context.addIssue({ code: 'custom', message: `"${part}" is not of the form site.feature=on or =off` });
  }
  return flags;
}

function withScheme(value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return undefined;
  return value.includes('://') ? value : `https://${value}`;
}

/** Whether mails are shown to everybody who reaches the site, and sent to nobody: only where there is nothing to protect. */
export function showsMailbox({ SMTP_URL, DEMO_DATA, NODE_ENV }: Settings): boolean {
  return SMTP_URL === undefined && (DEMO_DATA === true || NODE_ENV === 'development');
}

/** The environment of this process: the only place that reads it. */
export function processEnvironment(): Record<string, unknown> {
  return process.env;
}
