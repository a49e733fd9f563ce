// The configuration of the standalone backend, from the settings and the site folders of the pages. Needs a build.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files with secrets in the data folder: the name of each, and the settings that it contains, one per line. */
const SECRETS = {
  captcha: ['captcha-secret', 'CAPTCHA_SECRET_KEY'],
  embeddings: ['embeddings-key', 'EMBEDDINGS_KEY'],
  files: ['files-secret', 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, one per line'],
  mail: ['smtp-url', 'SMTP_URL'],
  stripeAccount: ['stripe-secrets', 'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, one per line'],
};

/**
 * Writes the configuration. Fields whose settings are not set remain as they are in an existing file, except for those that the pages must
 * agree with: the sites and the captcha service.
 *
 * @returns sentences about files with secrets that do not exist yet
 */
export async function writeStandaloneConfig(file, environment) {
  const known = existsSync(file) ? parseFile(file) : {};
  const config = await configOf(environment, known);
  // The file may contain the password of the database.
  writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  return Object.entries(SECRETS).flatMap(([field, [, content]]) => {
    const secret = fileIn(config[field]);
    return secret === undefined || existsSync(secret)
      ? []
      : `${secret} does not exist yet: it must contain ${content}.`;
  });
}

function parseFile(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is not JSON: ${error.message}`);
  }
}

async function configOf(given, known) {
  const { parseSettings } = await import('../build/server/src/settings.js');
  const settings = parseSettings(settingsFrom({ ...given, DATA_DIR: given.DATA_DIR || known.dataDir }));
  const ifSet = (name) => (given[name] ? settings[name] : undefined);
  const fields = {
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    replicaUrls: settings.DATABASE_REPLICA_URLS,
    // With an external backend, ROLES is about the processes for pages.
    runsBackgroundJobs: given.BACKEND_GRAPHQL_URL ? undefined : ifSet('ROLES')?.has('worker'),
    searchMemoryMb: ifSet('SEARCH_MEMORY_MB'),
    searchFeatures: ifSet('SEARCH_FEATURES'),
    exchangeRates: settings.EXCHANGE_RATES,
    feedNetworks: ifSet('FEED_NETWORKS'),
    ...servicesOf(settings, known),
  };
  const captcha = await captchaOf(settings, known);
  return { ...known, ...defined(fields), captcha, sites: await sitesOf(settings) };
}

function servicesOf(settings, known) {
  const secretFile = (field) => secretFileOf(field, settings, known);
  return {
    geocoder: settings.GEOCODER_URL && { kind: settings.GEOCODER_KIND, url: settings.GEOCODER_URL },
    vies: settings.VIES_URL && { url: settings.VIES_URL },
    embeddings: settings.EMBEDDINGS_URL && {
      ...known.embeddings,
      url: settings.EMBEDDINGS_URL,
      model: settings.EMBEDDINGS_MODEL,
      ...(settings.EMBEDDINGS_KEY ? { secretFile: secretFile('embeddings') } : {}),
    },
    stripeAccount: settings.STRIPE_SECRET_KEY && {
      ...known.stripeAccount,
      ...defined({ secretFile: secretFile('stripeAccount'), apiBase: settings.STRIPE_API_BASE }),
    },
    files: settings.FILES_URL && { url: settings.FILES_URL, secretFile: secretFile('files') },
    mail: {
      ...known.mail,
      ...defined({ smtpUrlFile: settings.SMTP_URL && secretFile('mail'), from: settings.MAIL_FROM }),
    },
  };
}

function secretFileOf(field, settings, known) {
  return fileIn(known[field]) ?? join(settings.DATA_DIR, SECRETS[field][0]);
}

function fileIn(section) {
  return section?.secretFile ?? section?.smtpUrlFile;
}

/** The backend reads these secrets from files of its own, so the environment does not need to have them. */
function settingsFrom(given) {
  const environment = { ...given, NODE_ENV: 'development', BACKEND_GRAPHQL_URL: undefined };
  if (environment.CAPTCHA_SITE_KEY) environment.CAPTCHA_SECRET_KEY ||= 'in a file';
  if (environment.FILES_URL) {
    environment.AWS_ACCESS_KEY_ID ||= 'in a file';
    environment.AWS_SECRET_ACCESS_KEY ||= 'in a file';
  }
  return environment;
}

async function captchaOf(settings, known) {
  const { readCaptchaVerification } = await import('../build/server/src/common/service-settings.js');
  const captcha = readCaptchaVerification(settings);
  return captcha && { verifyUrl: captcha.verifyUrl, secretFile: secretFileOf('captcha', settings, known) };
}

async function sitesOf(settings) {
  const { backendSiteOf, loadRegistry } = await import('../build/server/src/modules/sites/index.js');
  const { Origins } = await import('../build/server/src/origins.js');
  const origins = new Origins(settings);
  const sites = (await loadRegistry(settings)).all();
  return sites.map(({ config }) => ({ ...backendSiteOf(config), origin: origins.of(config.name) }));
}

/** @returns the fields with a value */
function defined(fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
