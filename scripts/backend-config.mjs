// `npm run backend:config -- FILE`: writes the configuration of the standalone backend from the settings and the site folders of the pages,
// so that both sides have the same sites. See docs/operating.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './install.mjs';

const [file] = process.argv.slice(2);
if (!file) {
  console.error('Usage: npm run backend:config -- FILE (the file to write)');
  process.exit(2);
}
await install();
const { build } = await import('./build.mjs');
try {
  await build();
  const { parseSettings } = await import('../build/server/src/settings.js');
  const { backendSiteOf, loadRegistry } = await import('../build/server/src/modules/sites/index.js');
  const { readCaptchaVerification } = await import('../build/server/src/common/service-settings.js');
  const { Origins } = await import('../build/server/src/origins.js');
  // The backend reads its secrets from a file of its own.
  const environment = { ...process.env, NODE_ENV: 'development', BACKEND_GRAPHQL_URL: undefined };
  const secretFile = join(environment.DATA_DIR || 'data', 'captcha-secret');
  if (environment.CAPTCHA_SITE_KEY) environment.CAPTCHA_SECRET_KEY = secretFile;
  const stripeFile = join(environment.DATA_DIR || 'data', 'stripe-secrets');
  const filesSecret = join(environment.DATA_DIR || 'data', 'files-secret');
  if (environment.FILES_URL) {
    environment.AWS_ACCESS_KEY_ID ||= filesSecret;
    environment.AWS_SECRET_ACCESS_KEY ||= filesSecret;
  }
  const settings = parseSettings(environment);
  const captcha = readCaptchaVerification(settings);
  const origins = new Origins(settings);
  const sites = (await loadRegistry(settings)).all();
  const config = {
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    searchMemoryMb: settings.SEARCH_MEMORY_MB,
    searchFeatures: settings.SEARCH_FEATURES,
    vies: settings.VIES_URL ? { url: settings.VIES_URL } : undefined,
    geocoder: settings.GEOCODER_URL ? { kind: settings.GEOCODER_KIND, url: settings.GEOCODER_URL } : undefined,
    captcha: captcha && { verifyUrl: captcha.verifyUrl, secretFile },
    stripeAccount: settings.STRIPE_SECRET_KEY && { secretFile: stripeFile, apiBase: settings.STRIPE_API_BASE },
    files: settings.FILES_URL && { url: settings.FILES_URL, secretFile: filesSecret },
    feedNetworks: settings.FEED_NETWORKS,
    mail: { from: settings.MAIL_FROM },
    sites: sites.map(({ config: site }) => ({ ...backendSiteOf(site), origin: origins.of(site.name) })),
  };
  // The file may contain the password of the database.
  writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  console.log(`Wrote ${file}.`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
