// `npm run doctor`: checks an installation and prints a line for each result, with instructions if there is a problem. It sends no mails,
// and changes nothing, except that it writes, reads and deletes a test object in the file store.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseSettings, processEnvironment, type Settings, SettingsError } from '../settings.js';
import { checkDatabase, checkReplicas } from './check-database.js';
import { checkFiles, checkBackups, checkDataFolder } from './check-files.js';
import { checkExternalBackend, checkMail, checkPublicAddress, checkRedis, checkSettings } from './check-services.js';
import { type Check, exitStatus, type Finding, formatFinding, runCheck } from './finding.js';

const USAGE = `Usage: npm run doctor [-- --backups FOLDER]
Checks the installation that the environment describes. Changes nothing, except that it writes and deletes a test object in the file store if there is one.
  --backups FOLDER  folder of the backups, to check the age of the newest one; or s3://bucket/path/, as for a backup
Exit status: 0 no problems, 1 warnings, 2 something does not work.`;

/** @returns the command line options; undefined if they are invalid, which is reported */
function readOptions(): { backups?: string | undefined; help: boolean } | undefined {
  try {
    const { values } = parseArgs({
      options: { backups: { type: 'string' }, help: { type: 'boolean', default: false } },
    });
    return values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}\n`);
    return undefined;
  }
}

function checksOf(
  settings: Settings,
  environment: Record<string, unknown>,
  backups: string | undefined,
): [string, Check][] {
  const hasSecret = Boolean(environment['AUTH_SECRET']);
  const { BACKEND_GRAPHQL_URL, PUBLIC_URL, DATA_DIR } = settings;
  const backend: [string, Check][] = BACKEND_GRAPHQL_URL
    ? [['external backend', () => checkExternalBackend(BACKEND_GRAPHQL_URL)]]
    : [
        ['database', () => checkDatabase(settings)],
        ['replicas', () => checkReplicas(settings)],
        ['files', () => checkFiles(settings)],
        ['SMTP', () => checkMail(settings)],
        ['backups', () => checkBackups(backups, new Date(), environment as Record<string, string | undefined>)],
      ];
  return [
    ['settings', () => Promise.resolve(checkSettings(settings, hasSecret))],
    ['data folder', () => checkDataFolder(DATA_DIR)],
    ...backend,
    ['Redis', () => checkRedis(settings)],
    ...(PUBLIC_URL ? [['public address', () => checkPublicAddress(PUBLIC_URL)] as [string, Check]] : []),
  ];
}

/** @returns the environment as `npm start` uses it: without AUTH_SECRET, the secret in the data folder is used */
function environmentOfStart(): Record<string, unknown> {
  const environment = processEnvironment();
  const { DATA_DIR } = environment;
  const file = join(typeof DATA_DIR === 'string' && DATA_DIR !== '' ? DATA_DIR : 'data', 'auth-secret');
  if (environment['AUTH_SECRET'] || !existsSync(file)) return environment;
  return { ...environment, AUTH_SECRET: readFileSync(file, 'utf8').trim() };
}

async function run(backups: string | undefined): Promise<Finding[]> {
  const environment = environmentOfStart();
  let settings: Settings;
  try {
    settings = parseSettings(environment);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const [, ...lines] = error.message.split('\n');
    return lines.map((line) => ({
      check: 'settings',
      state: 'failed',
      found: line.trim(),
      fix: 'see docs/operating.md',
    }));
  }
  const findings = await Promise.all(
    checksOf(settings, environment, backups).map(([name, check]) => runCheck(name, check)),
  );
  return findings.flat();
}

const options = readOptions();
if (!options) process.exitCode = 2;
else if (options.help) process.stdout.write(`${USAGE}\n`);
else {
  const findings = await run(options.backups);
  for (const finding of findings) process.stdout.write(`${formatFinding(finding)}\n`);
  process.exitCode = exitStatus(findings);
}
