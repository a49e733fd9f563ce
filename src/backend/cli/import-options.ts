import { parseArgs } from 'node:util';
import { DEFAULT_IMPORT_DAYS, type ImportOptions } from '../exchange/import/import-file.js';
import { DEFAULT_TIME_ZONE, isTimeZone } from '#shared/time-zones/time-zone.js';
import { FORMATS, type FileFormat } from '../exchange/import/reading/file-format.js';

export interface CliOptions extends ImportOptions {
  dataDir: string;
  databaseUrl?: string;
  /** Internal networks from which a file may be downloaded. */
  feedNetworks: string[];
}

export const USAGE = `Usage: npm run import -- FILE-OR-ADDRESS [options]
  --organization NAME   employer of all advertisements; created if the site does not have it
  --site NAME           a folder in config/sites; default: SITE, or default if it is not set
  --format FORMAT       csv, json, jsonl or xml; default: detected from the file
  --source NAME         namespace of the advertisements' keys; default: import
  --allow-incomplete    also imports jobs without an employer or a way to apply, ranked below all others
  --dry-run             reports what would happen and writes nothing`;

const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;
const RESERVED = new Set(['demo']);

/** @returns the options, or the error in the arguments */
export function parseImportOptions(args: string[]): CliOptions | { error: string } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        organization: { type: 'string' },
        site: { type: 'string', default: 'default' },
        // From the site's folder; passed by the script that reads it.
        languages: { type: 'string', default: 'en' },
        countries: { type: 'string', default: '' },
        'time-zone': { type: 'string', default: DEFAULT_TIME_ZONE },
        format: { type: 'string' },
        source: { type: 'string', default: 'import' },
        days: { type: 'string', default: String(DEFAULT_IMPORT_DAYS) },
        'allow-incomplete': { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
        'data-dir': { type: 'string', default: 'data' },
        'database-url': { type: 'string' },
        'feed-networks': { type: 'string', default: '' },
      },
    });
    const [path, ...others] = positionals;
    const { format, site, source } = values;
    const organization = values.organization?.replace(/\s+/g, ' ').trim();
    if (path === undefined) return { error: 'The file is missing.' };
    if (others.length > 0)
      return { error: `Only one file can be imported at a time; unexpected arguments: ${others.join(' ')}.` };
    if (format !== undefined && !isFormat(format))
      return { error: `--format ${format} is not one of ${FORMATS.join(', ')}.` };
    if (!NAME.test(site)) return { error: `--site ${site} is not the name of a site.` };
    if (!isTimeZone(values['time-zone'])) return { error: `--time-zone ${values['time-zone']} is not a time zone.` };
    const importDays = readDays(values.days);
    if (importDays === undefined) return { error: `--days ${values.days} must be a number from 1 to 365.` };
    if (!NAME.test(source))
      return { error: `--source ${source} must consist of at most 40 lower-case letters, digits and hyphens.` };
    if (RESERVED.has(source)) return { error: `--source ${source} is reserved for the program itself.` };
    if (organization !== undefined && (organization === '' || organization.length > 200))
      return { error: '--organization needs a name.' };
    return {
      path,
      site: {
        name: site,
        languages: list(values.languages),
        countries: list(values.countries),
        timeZone: values['time-zone'],
        importDays,
      },
      source,
      dryRun: values['dry-run'],
      allowIncomplete: values['allow-incomplete'],
      dataDir: values['data-dir'],
      feedNetworks: list(values['feed-networks']),
      ...(format === undefined ? {} : { format }),
      ...(organization === undefined ? {} : { organization }),
      ...(values['database-url'] === undefined ? {} : { databaseUrl: values['database-url'] }),
    };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

/** Whether a path is a URL, which has to be downloaded first. */
export function isAddress(path: string): boolean {
  return /^[a-z][a-z+.-]+:\/\//i.test(path);
}

function readDays(text: string): number | undefined {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return days >= 1 && days <= 365 ? days : undefined;
}

function isFormat(text: string): text is FileFormat {
  return (FORMATS as readonly string[]).includes(text);
}

function list(text: string): string[] {
  return text.split(',').filter((part) => part !== '');
}
