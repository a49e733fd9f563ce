import { parseArgs } from 'node:util';
import type { ImportSite } from '../exchange/import/import-file.js';
import { FORMATS, type FileFormat } from '../exchange/import/reading/file-format.js';
import { FeedRefusal, readFeedAddress } from '../exchange/job-feed-import/fetching/feed-body.js';

export interface FeedCliOptions {
  dataDir: string;
  databaseUrl?: string;
  networks: string[];
  sites: ImportSite[];
  /** Names of the sites that servers with these settings serve; undefined if unknown. */
  served?: string[];
  command: FeedCommand;
}

export type FeedCommand =
  | {
      name: 'add';
      site: string;
      url: string;
      organization?: string;
      format?: FileFormat;
      source?: string;
      everyMinutes: number;
      allowIncomplete: boolean;
    }
  | { name: 'list'; site?: string }
  | { name: 'remove'; id: number }
  | { name: 'run'; id: number; closeMissing: boolean };

export const USAGE = `Usage: npm run feeds -- COMMAND
  add ADDRESS [options]   adds a feed, which is then read at regular intervals
    --organization NAME   employer of all advertisements; default: the one that each advertisement names
    --site NAME           a folder in config/sites; default: SITE, or default if it is not set
    --every TIME          30m, 6h, 1d…; at least 5m; default: 6h
    --format FORMAT       csv, json, jsonl or xml; detected by default
    --source NAME         namespace of the keys, as for npm run import; default: a separate one
    --allow-incomplete    also imports jobs without an employer or a way to apply, ranked below all others
  list [--site NAME]      shows the feeds and the results of their last runs
  remove NUMBER           removes a feed; its jobs stay
  run NUMBER              reads a feed now
    --close-missing       closes the jobs that are no longer in the feed, however many`;

const UNITS: Record<string, number> = { m: 1, h: 60, d: 1440 };
const MIN_MINUTES = 5;
const MAX_MINUTES = 60 * 1440;
const SOURCE = /^[a-z0-9][a-z0-9-]{0,39}$/;
const RESERVED = new Set(['demo', 'import']);
const MAX_NAME_LENGTH = 200;

/** @returns the options, or the error in the arguments */
export function parseFeedOptions(args: string[]): FeedCliOptions | { error: string } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        organization: { type: 'string' },
        site: { type: 'string' },
        every: { type: 'string', default: '6h' },
        format: { type: 'string' },
        source: { type: 'string' },
        'close-missing': { type: 'boolean', default: false },
        'allow-incomplete': { type: 'boolean', default: false },
        // Passed by the script that reads the sites' folders: name:languages:countries:timeZone:importDays, joined by ";".
        sites: { type: 'string', default: '' },
        'served-sites': { type: 'string' },
        'default-site': { type: 'string', default: 'default' },
        'data-dir': { type: 'string', default: 'data' },
        'database-url': { type: 'string' },
        'feed-networks': { type: 'string', default: '' },
      },
    });
    const sites = values.sites.split(';').filter(Boolean).map(readSite);
    const [name, subject, ...others] = positionals;
    if (others.length > 0) return { error: `Unexpected arguments: ${others.join(' ')}.` };
    if (values.site !== undefined && !sites.some((site) => site.name === values.site))
      return { error: `There is no site ${values.site}; there are: ${sites.map((site) => site.name).join(', ')}.` };
    const command = readCommand(name, subject, { ...values, site: values.site, ownSite: values['default-site'] });
    if ('error' in command) return command;
    const { 'database-url': databaseUrl, 'served-sites': served } = values;
    return {
      dataDir: values['data-dir'],
      networks: list(values['feed-networks']),
      sites,
      command,
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
      ...(served === undefined ? {} : { served: list(served) }),
    };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

interface GivenValues {
  organization?: string;
  site?: string;
  ownSite: string;
  every: string;
  format?: string;
  source?: string;
  'close-missing': boolean;
  'allow-incomplete': boolean;
}

function readCommand(
  name: string | undefined,
  subject: string | undefined,
  values: GivenValues,
): FeedCommand | { error: string } {
  if (name === 'list') return { name, site: values.site };
  if (name === 'add')
    return subject === undefined ? { error: 'The address of the feed is missing.' } : readAdd(subject, values);
  if (name !== 'remove' && name !== 'run')
    return { error: name === undefined ? 'A command is missing.' : `There is no command ${name}.` };
  const id = /^\d{1,15}$/.test(subject ?? '') ? Number(subject) : undefined;
  if (id === undefined)
    return {
      error: `The number of the feed is missing; “list” shows it${subject === undefined ? '' : `, not ${subject}`}.`,
    };
  return name === 'run' ? { name, id, closeMissing: values['close-missing'] } : { name, id };
}

function readAdd(text: string, values: GivenValues): FeedCommand | { error: string } {
  let url: string;
  try {
    url = readFeedAddress(text).href;
  } catch (error) {
    if (error instanceof FeedRefusal) return { error: `${text}: ${error.message}` };
    throw error;
  }
  const [, count = '', unit = ''] = /^(\d{1,5})([mhd])$/.exec(values.every) ?? [];
  const everyMinutes = Number(count) * (UNITS[unit] ?? 0);
  if (everyMinutes < MIN_MINUTES || everyMinutes > MAX_MINUTES)
    return { error: `--every ${values.every} must be from 5m to 60d, such as 30m, 6h or 1d.` };
  const { format, source } = values;
  if (format !== undefined && !isFormat(format))
    return { error: `--format ${format} is not one of ${FORMATS.join(', ')}.` };
  if (source !== undefined && (!SOURCE.test(source) || RESERVED.has(source)))
    return {
      error: `--source ${source} must consist of at most 40 lower-case letters, digits and hyphens, and must not be demo or import.`,
    };
  const organization = values.organization?.replace(/\s+/g, ' ').trim();
  if (organization === '' || (organization?.length ?? 0) > MAX_NAME_LENGTH)
    return { error: '--organization needs a name.' };
  const site = values.site ?? values.ownSite;
  const allowIncomplete = values['allow-incomplete'];
  return { name: 'add', site, url, organization, format, source, everyMinutes, allowIncomplete };
}

function isFormat(text: string): text is FileFormat {
  return (FORMATS as readonly string[]).includes(text);
}

function readSite(text: string): FeedCliOptions['sites'][number] {
  const [name = '', languages = '', countries = '', timeZone, days] = text.split(':');
  const importDays = days === undefined ? undefined : Number(days);
  return { name, languages: list(languages), countries: list(countries), timeZone, importDays };
}

function list(text: string): string[] {
  return text.split(',').filter((part) => part !== '');
}
