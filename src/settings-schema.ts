import { z } from 'zod';
import {
  checkFilesUrl,
  parseFlags,
  parseNetworks,
  parseRates,
  parseReplicas,
  parseRoles,
  parseSecrets,
  parseSites,
} from './setting-values.js';
import { parseSearchFeatures, SEARCH_FEATURES } from '#contract/search/search-features.js';

/** Each setting defines how it is parsed, and its description for the generated table in `docs/operating.md`. */
const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** URL of another service. */
const endpoint = (url: string) =>
  z.preprocess((value) => (value === '' ? undefined : value), z.url({ protocol: /^https?$/ }).default(url));

/** The only variables read from the environment, and their formats. */
export const settingsSchema = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production').describe('How the server runs.'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000).describe('The port to listen on; 0 takes a free one.'),
  HOST: z.string().min(1).default('0.0.0.0').describe('The address to listen on.'),
  ROLES: z
    .string()
    .default('web,worker')
    .transform(parseRoles)
    .describe(
      'What the process does, comma-separated: `web` answers requests; `worker` does the background jobs, such as mails, feeds and scheduled publishing. A process with `worker` alone answers health checks and nothing else. See “Web processes and workers”.',
    ),
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
      'Overrides of feature flags of sites, comma-separated: `charity-ca.readOnly=on,default.forcedRegistration=off`.',
    ),
  DATA_DIR: z
    .string()
    .min(1)
    .default('data')
    .describe('Data folder: the embedded database, the generated secret and the search index.'),
  PUBLIC_URL: optional(
    z.preprocess(withScheme, z.url({ protocol: /^https?$/ })).transform((url) => url.replace(/\/+$/, '')),
  ).describe(
    'Public address of SITE; `https` is assumed for a host without scheme. Sites with hosts in SITES use the first of these, with this scheme and port. Without it, addresses are built from the Host header of each request.',
  ),
  AUTH_SECRET: optional(z.string().transform(parseSecrets)).describe(
    'Secret that signs and encrypts sessions. Several, comma-separated, while keys rotate: the first one signs. Without it (not in production), a random secret is used until the process ends.',
  ),
  AUTH_BASE_PATH: z
    .string()
    .regex(/^(?:\/[a-z0-9][a-z0-9_-]*){1,6}$/, 'is a path such as /api/auth: lower-case, without a slash at the end')
    .default('/api/auth')
    .describe(
      'Where the session protocol is: login, logout, callbacks of social login and the session itself. Pages of the product cannot be moved away for it. A next-auth client needs the same `basePath`.',
    ),
  SESSION_JSON_JWT: onOff
    .default(false)
    .describe(
      '`on` exposes the backend token in `/session` below AUTH_BASE_PATH, for clients that call the backend directly. A script injected into a page could then read the token.',
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
    .describe('Total time that a request may wait for the backend, in milliseconds, over all its calls.'),
  DATABASE_URL: optional(
    z.string().regex(/^postgres(ql)?:\/\/\S+$/, 'begins with postgres:// or postgresql://'),
  ).describe('PostgreSQL server for the embedded backend. Without it, an embedded database in DATA_DIR is used.'),
  DATABASE_REPLICA_URLS: optional(z.string().transform(parseReplicas)).describe(
    'Streaming replicas of DATABASE_URL, comma-separated. Searches and pages of visitors who are not logged in are read from one that has every change they may know of, otherwise from DATABASE_URL.',
  ),
  SEARCH_MEMORY_MB: z.coerce
    .number()
    .min(0)
    .default(512)
    .describe(
      'Memory limit of the search index of the embedded backend, in megabytes. If the index does not fit, or with 0, PostgreSQL answers all searches.',
    ),
  SEARCH_FEATURES: z
    .string()
    .default('all')
    .transform((text, context) => {
      const features = parseSearchFeatures(text);
      if (features) return features;
      context.addIssue({ code: 'custom', message: `is \`all\`, \`none\` or a list of ${SEARCH_FEATURES.join(', ')}` });
      return z.NEVER;
    })
    .describe(
      'What the search of the embedded backend does beyond finding the words that were typed: `all`, `none`, or a list of `inflection`, `ranking`, `synonyms`, `spelling`, `relaxation`, `understanding` and `meaning`. After a change of `inflection` the index is rebuilt at the next start.',
    ),
  GEOCODER_URL: optional(z.url({ protocol: /^https?$/ })).describe(
    'Endpoint of a geocoder for the places that people type: `https://photon.example.org/api`. Without it, or while it does not answer, the included gazetteer is used.',
  ),
  GEOCODER_KIND: z
    .enum(['photon', 'nominatim'])
    .default('photon')
    .describe('The interface of the geocoder: `photon` or `nominatim`.'),
  EXCHANGE_RATES: z
    .string()
    .default('')
    .transform(parseRates)
    .describe(
      'How much of a currency a euro is worth, comma-separated: `CAD=1.47,GBP=0.85`. They replace the included rates, by which jobs of another currency are filtered by pay.',
    ),
  EMBEDDINGS_URL: optional(z.url({ protocol: /^https?$/ })).describe(
    'A service that answers as OpenAI’s `/embeddings` does: `https://embeddings.example.org/v1/embeddings`. It is sent the texts of published jobs, and compares them with each other. Without it, the words of all jobs are compared by a model that the backend makes itself.',
  ),
  EMBEDDINGS_MODEL: optional(z.string()).describe('The model of the embeddings service: `text-embedding-3-small`.'),
  EMBEDDINGS_KEY: optional(z.string()).describe('The key of the embeddings service, if it asks for one.'),
  VIES_URL: optional(z.url({ protocol: /^https?$/ })).describe(
    'REST interface of VIES, which confirms VAT ids of buyers: `https://ec.europa.eu/taxation_customs/vies/rest-api`. Without it, their format and check digits alone are checked.',
  ),
  FEED_NETWORKS: z
    .string()
    .default('')
    .transform(parseNetworks)
    .describe(
      'Private IP addresses and networks that job feeds may be fetched from, comma-separated: `10.1.0.0/16,192.168.7.9`. All other private addresses are refused.',
    ),
  REDIS_URL: optional(z.url({ protocol: /^rediss?$/ })).describe(
    'Redis server that holds the rate-limit counters of operations, such as logins, for all processes. Without it, or while it cannot be reached, each process counts by itself. The limits of routes by IP address are always counted by each process.',
  ),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })).describe(
    'SMTP server for outgoing email: `smtps://user:password@host:465`, or `smtp://user:password@host:587`. Without it, no email is sent; see “Mail”.',
  ),
  MAIL_FROM: optional(z.email()).describe(
    'The From address of emails; default: the `contactEmail` of each site. Replies always go to the `contactEmail`.',
  ),
  GOOGLE_CLIENT_ID: optional(z.string()).describe(
    'OAuth client ID issued by Google. Required, with the secret, for sites that offer login with Google.',
  ),
  GOOGLE_CLIENT_SECRET: optional(z.string()).describe('OAuth client secret issued by Google.'),
  GOOGLE_AUTHORIZATION_URL: endpoint('https://accounts.google.com/o/oauth2/v2/auth').describe(
    'OAuth authorization endpoint of Google.',
  ),
  GOOGLE_TOKEN_URL: endpoint('https://oauth2.googleapis.com/token').describe('OAuth token endpoint of Google.'),
  GOOGLE_USERINFO_URL: endpoint('https://openidconnect.googleapis.com/v1/userinfo').describe(
    'OpenID Connect UserInfo endpoint of Google.',
  ),
  LINKEDIN_CLIENT_ID: optional(z.string()).describe(
    'OAuth client ID issued by LinkedIn. Required, with the secret, for sites that offer login with LinkedIn.',
  ),
  LINKEDIN_CLIENT_SECRET: optional(z.string()).describe('OAuth client secret issued by LinkedIn.'),
  LINKEDIN_AUTHORIZATION_URL: endpoint('https://www.linkedin.com/oauth/v2/authorization').describe(
    'OAuth authorization endpoint of LinkedIn.',
  ),
  LINKEDIN_TOKEN_URL: endpoint('https://www.linkedin.com/oauth/v2/accessToken').describe(
    'OAuth token endpoint of LinkedIn.',
  ),
  LINKEDIN_USERINFO_URL: endpoint('https://api.linkedin.com/v2/userinfo').describe(
    'OpenID Connect UserInfo endpoint of LinkedIn.',
  ),
  FACEBOOK_CLIENT_ID: optional(z.string()).describe(
    'App ID issued by Facebook. Required, with the secret, for sites that offer login with Facebook.',
  ),
  FACEBOOK_CLIENT_SECRET: optional(z.string()).describe('App secret issued by Facebook.'),
  FACEBOOK_AUTHORIZATION_URL: endpoint('https://www.facebook.com/v23.0/dialog/oauth').describe(
    'OAuth dialog of Facebook.',
  ),
  FACEBOOK_TOKEN_URL: endpoint('https://graph.facebook.com/v23.0/oauth/access_token').describe(
    'OAuth token endpoint of Facebook.',
  ),
  FACEBOOK_USERINFO_URL: endpoint(
    'https://graph.facebook.com/v23.0/me?fields=id,first_name,last_name,email,picture',
  ).describe('Graph API endpoint for the profile of a user.'),
  FACEBOOK_EMAIL_VERIFIED: onOff
    .default(false)
    .describe(
      '`on` treats email addresses from Facebook as verified, although Facebook does not say whether they are. With `off`, nobody can register through Facebook alone.',
    ),
  CAPTCHA_SERVICE: z
    .enum(['proof-of-work', 'recaptcha', 'hcaptcha', 'turnstile'])
    .default('proof-of-work')
    .describe(
      'Who tells people from robots on the forms where a site asks for it: the product itself (`proof-of-work`), or `recaptcha`, `hcaptcha` or `turnstile`. See “Captcha”.',
    ),
  CAPTCHA_SITE_KEY: optional(z.string()).describe('Site key issued by that service; public.'),
  CAPTCHA_SECRET_KEY: optional(z.string()).describe(
    'Secret key issued by that service. With an external backend, its configuration has it instead.',
  ),
  CAPTCHA_VERIFY_URL: optional(z.url({ protocol: /^https?$/ })).describe(
    'Where that service judges responses, if not at its usual address.',
  ),
  CAPTCHA_SCRIPT_URL: optional(z.url({ protocol: /^https?$/ })).describe(
    'The script of that service, if not at its usual address. Its origin is added to the content security policy of the forms.',
  ),
  STRIPE_SECRET_KEY: optional(z.string().regex(/^(?:sk|rk)_/, 'begins with sk_ or rk_')).describe(
    'Secret API key of Stripe. With it, organizations can pay by card; see “Set up Stripe” in [commerce](commerce.md). With an external backend, its configuration has it instead.',
  ),
  STRIPE_WEBHOOK_SECRET: optional(z.string().regex(/^whsec_/, 'begins with whsec_')).describe(
    'Signing secret of the webhook endpoint at Stripe. Required with STRIPE_SECRET_KEY.',
  ),
  STRIPE_API_BASE: optional(z.url({ protocol: /^https?$/ })).describe(
    'Where the API of Stripe is, if not at its usual address. Orders are also redirected to this origin for payment.',
  ),
  FILES_URL: optional(z.string().superRefine(checkFilesUrl)).describe(
    'Object storage for uploaded files, by the interface of S3: `s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-central-1&pathStyle=on`. Without it, files are in the database; see “File storage”.',
  ),
  AWS_ACCESS_KEY_ID: optional(z.string()).describe('Id of the key for FILES_URL, and required with it.'),
  AWS_SECRET_ACCESS_KEY: optional(z.string()).describe('The secret key for FILES_URL, and required with it.'),
  SITE_SERVICES: z
    .string()
    .default('')
    .describe(
      'Services that sites load with consent, comma-separated: `default.google-analytics=G-ABC1234567,charity-ca.youtube=off`. See [consent](consent.md).',
    ),
  CONSENT_PROVIDER: optional(z.string()).describe(
    'Who asks visitors for consent, on all sites: the product itself (`klaro`), or a provider that [consent](consent.md) lists. Without it, each site says so itself.',
  ),
  CONSENT_ID: optional(z.string()).describe('The id of the site with that provider.'),
  CONSENT_POLICY_ID: optional(z.string()).describe('A second id of the site with that provider, where it has one.'),
  CONSENT_SCRIPT_URL: optional(z.url({ protocol: /^https?$/ })).describe(
    'The script of that provider, if not at its usual address. Its origin is added to the content security policy.',
  ),
  CONSENT_CATEGORIES: z
    .string()
    .default('')
    .describe(
      'To which categories of that provider services belong, comma-separated, where the default does not fit: `youtube=C0003,maps=C0003+C0004`.',
    ),
  AI_BASE_URL: optional(z.url({ protocol: /^https?$/ })).describe(
    'Service that drafts job descriptions on sites with `aiDescription`: an endpoint that speaks the protocol of OpenAI, up to and without `/chat/completions`, such as `https://api.openai.com/v1`. Without it, people are told that the assistant is not set up.',
  ),
  AI_API_KEY: optional(z.string()).describe('Key for that service, sent as a bearer token. A local one may need none.'),
  AI_MODEL: optional(z.string()).describe('Model that the service is asked to use. Required with AI_BASE_URL.'),
  AI_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1000)
    .max(300_000)
    .default(60_000)
    .describe('Total time that a draft may take, in milliseconds.'),
  GA_MP_ENDPOINT: endpoint('https://www.google-analytics.com/mp/collect').describe(
    'Where events of sites with the flag `measurementApi` are sent: the Measurement Protocol of Google Analytics 4. `https://region1.google-analytics.com/mp/collect` stays in the European Union.',
  ),
  GA_MEASUREMENT_ID: optional(z.string().regex(/^G-[A-Z0-9]{4,20}$/, 'is an id such as G-1A2B3C4D5E')).describe(
    'Measurement ID of the data stream. Required, with the secret, for sites with the flag `measurementApi`.',
  ),
  GA_API_SECRET: optional(z.string()).describe('API secret of that data stream.'),
  META_GRAPH_ENDPOINT: endpoint('https://graph.facebook.com').describe(
    'Where events of sites with the flag `conversionApi` are sent: the Graph API of Meta.',
  ),
  META_GRAPH_VERSION: z
    .string()
    .regex(/^v\d{1,3}\.\d{1,2}$/, 'is a version such as v25.0')
    .default('v25.0')
    .describe('Version of the Graph API; Meta supports each for about two years.'),
  META_PIXEL_ID: optional(z.string().regex(/^\d{5,20}$/, 'is a number')).describe(
    'Id of the pixel (dataset). Required, with the access token, for sites with the flag `conversionApi`.',
  ),
  META_ACCESS_TOKEN: optional(z.string()).describe('Access token of the Conversions API for that pixel.'),
  PAGE_CACHE_MB: z.coerce
    .number()
    .min(0)
    .max(65_536)
    .default(8)
    .describe(
      'Size of the page cache for visitors who are not logged in, in megabytes. 0 turns it off, and with it the pages that are served during backend outages.',
    ),
  CDN_MAX_AGE_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(86_400)
    .default(0)
    .describe(
      '`s-maxage` of those pages: how long a CDN may serve them without revalidation. For ten times as long after that, it may serve the old page once more while it revalidates it (`stale-while-revalidate`). The CDN must bypass its cache for the session cookie and `causeboard-notice`.',
    ),
  TRUST_PROXY: onOff
    .default(false)
    .describe('`on` trusts X-Forwarded-For and X-Forwarded-Proto. Only behind a proxy that sets both headers itself.'),
  RATE_LIMITS: onOff
    .default(true)
    .describe('`on` or `off`: rate limits by IP address, and by account for logins and requested emails.'),
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
    .default(4000)
    .describe(
      'How long new connections are accepted after SIGTERM while `/health/ready` already answers 503, so that load balancers notice. Not after SIGINT, unless pm2 has started the process.',
    ),
  SHUTDOWN_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1000)
    .max(600_000)
    .default(20_000)
    .describe('How long after the signal unfinished requests are aborted.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(z.url({ protocol: /^https?$/ })).describe(
    'The collector that traces are sent to (OTLP over HTTP, JSON): `http://collector:4318`. Without it nothing is traced. See “Traces” for the other standard variables.',
  ),
  OTEL_SERVICE_NAME: z.string().min(1).default('causeboard').describe('What the traces of this deployment are called.'),
  METRICS_PORT: optional(z.coerce.number().int().min(1).max(65_000)).describe(
    'A port for Prometheus, of this process alone: `/metrics` at METRICS_HOST. Without it nothing is measured. With several processes on one machine NODE_APP_INSTANCE is added to it.',
  ),
  METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe(
      'The address of METRICS_PORT. The metrics are open to everyone who reaches it: in a container `0.0.0.0`, with the port published to Prometheus alone.',
    ),
  NODE_APP_INSTANCE: z.coerce
    .number()
    .int()
    .min(0)
    .max(500)
    .default(0)
    .describe('Which one of several processes this is, counted from 0; pm2 sets it.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('The least severe level that is logged.'),
});

function withScheme(value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return undefined;
  return value.includes('://') ? value : `https://${value}`;
}
