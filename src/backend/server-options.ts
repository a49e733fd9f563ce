import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BackendOptions, type BackendSite, DEMO_PROFILES, GEOCODER_KINDS } from '#contract/backend/backend.js';
import { homeAt } from '#contract/pages/route-names.js';
import { parseJobRules } from './domain/job-editing/parse-job-rules.js';
import { parseOrganizationRules } from './domain/organizations/editing/parse-organization-rules.js';
import { parseResumeRules } from './domain/resumes/editing/parse-resume-rules.js';
import { parseOrigins, parseSenders, parseTimeZones } from './platform/mail/mail-arguments.js';

export interface ServerOptions extends Omit<BackendOptions, 'logger' | 'clock' | 'secrets'> {
  /** Holds the secrets, comma-separated; made when missing. */
  secretFile: string;
  host: string;
  port: number;
  /** Holds the address of the SMTP server, with its password. */
  smtpUrlFile?: string;
}

export const USAGE = `Usage: server.js --sites SITES [options]
  --sites SITES           name:languages:countries:demo, several joined by ";"; after another ":" what the site asks for, joined by ",":
                          captcha (of who registers), application-captcha and application-account (of who applies for a job),
                          closing-message (of who archives one while applicants wait for an answer);
                          default:en,de,fr:GB,US,CA:international;charity-ca:en,fr:CA:canada
  --time-zones ZONES      of sites, as timeZone of a site's configuration: name=America/Toronto, joined by ";"; UTC where one is missing
  --port N                4000
  --host ADDRESS          127.0.0.1
  --data-dir FOLDER       holds the embedded database; ./data
  --secret-file FILE      of what signs sessions, as AUTH_SECRET of the product; auth-secret in the data folder, made when missing
  --database-url URL      a PostgreSQL server instead of the embedded one
  --search-memory-mb N    of the search index in memory; 512. With 0, and beyond N, PostgreSQL answers searches alone
  --geocoder-url URL      understands the places people type; the bundled gazetteer when missing
  --geocoder-kind KIND    photon or nominatim; photon
  --origins ORIGINS       where people reach each site, for links in mails: name=https://jobs.example.org, joined by ";";
                          with the locales that addresses begin with, where there are several: name=https://jobs.example.org/{en,de}
  --senders SENDERS       of mails: name=Title <contact@example.org> #0b5d57, joined by ";"
  --smtp-url-file FILE    holds the address of the SMTP server, as SMTP_URL of the product. Without it, origins and senders no mail is sent
  --mail-from ADDRESS     of mails of all sites; each site's contact address when missing
  --feed-networks LIST    private networks from which feeds may be fetched, as FEED_NETWORKS of the product
  --job-rules JSON        what sites decide about jobs, as jobForm of a site's configuration: {"name":{"review":true}}
  --organization-rules JSON  what sites decide about organizations, as organizationForm of a site's configuration
  --resume-rules JSON     what sites decide about resumes, as resumeForm of a site's configuration
  --demo-data             fills empty sites with demo data
  --demo-password WORD    of the demo accounts; random when missing`;

/** @returns the options, or the reason why the arguments are none. */
export function parseServerOptions(args: string[]): ServerOptions | { error: string } {
  try {
    const { values } = parseArgs({
      args,
      options: {
        sites: { type: 'string' },
        port: { type: 'string', default: '4000' },
        host: { type: 'string', default: '127.0.0.1' },
        'data-dir': { type: 'string', default: 'data' },
        'secret-file': { type: 'string' },
        'database-url': { type: 'string' },
        'search-memory-mb': { type: 'string', default: '512' },
        'geocoder-url': { type: 'string' },
        'geocoder-kind': { type: 'string', default: 'photon' },
        'time-zones': { type: 'string', default: '' },
        origins: { type: 'string', default: '' },
        senders: { type: 'string', default: '' },
        'smtp-url-file': { type: 'string' },
        'mail-from': { type: 'string' },
        'feed-networks': { type: 'string', default: '' },
        'job-rules': { type: 'string', default: '{}' },
        'organization-rules': { type: 'string', default: '{}' },
        'resume-rules': { type: 'string', default: '{}' },
        'demo-data': { type: 'boolean', default: false },
        'demo-password': { type: 'string' },
      },
    });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) return { error: `--port ${values.port} is no port` };
    const searchMemoryMb = Number(values['search-memory-mb']);
    if (!(searchMemoryMb >= 0)) return { error: `--search-memory-mb ${values['search-memory-mb']} is no size` };
    const kind = GEOCODER_KINDS.find((known) => known === values['geocoder-kind']);
    if (!kind) return { error: `--geocoder-kind ${values['geocoder-kind']} is none of ${GEOCODER_KINDS.join(', ')}` };
    const sites = (values.sites ?? '').split(';').filter(Boolean).map(parseSite);
    const broken = sites.findIndex((site) => site === undefined);
    if (sites.length === 0 || broken >= 0) return { error: `--sites ${values.sites ?? ''} names no sites` };
    const timeZones = parseTimeZones(values['time-zones']);
    if (!timeZones) return { error: `--time-zones ${values['time-zones']} names no time zones` };
    const origins = parseOrigins(values.origins);
    if (!origins) return { error: `--origins ${values.origins} names no origins` };
    const senders = parseSenders(values.senders);
    if (!senders) return { error: `--senders ${values.senders} names no senders` };
    const jobs = parseJobRules(values['job-rules']);
    if (!jobs) return { error: `--job-rules ${values['job-rules']} says nothing about jobs` };
    const organizations = parseOrganizationRules(values['organization-rules']);
    if (!organizations)
      return { error: `--organization-rules ${values['organization-rules']} says nothing about organizations` };
    const resumes = parseResumeRules(values['resume-rules']);
    if (!resumes) return { error: `--resume-rules ${values['resume-rules']} says nothing about resumes` };
    return {
      host: values.host,
      port,
      dataDir: values['data-dir'],
      secretFile: values['secret-file'] ?? join(values['data-dir'], 'auth-secret'),
      databaseUrl: values['database-url'],
      searchMemoryMb,
      geocoder: values['geocoder-url'] ? { kind, url: values['geocoder-url'] } : undefined,
      feedNetworks: values['feed-networks'].split(',').filter(Boolean),
      demoData: values['demo-data'],
      demoPassword: values['demo-password'],
      sites: sites.flatMap((site) =>
        site
          ? [
              {
                ...site,
                mail: senders.get(site.name),
                jobs: jobs.get(site.name),
                timeZone: timeZones.get(site.name),
                organizations: organizations.get(site.name),
                resumeForm: resumes.get(site.name),
              },
            ]
          : [],
      ),
      homeOf: (site, language) => {
        const origin = origins.get(site);
        return origin && homeAt(origin, language);
      },
      smtpUrlFile: values['smtp-url-file'],
      mail: { from: values['mail-from'] },
    };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

const ASKS = ['captcha', 'application-captcha', 'application-account', 'closing-message'];

function parseSite(text: string): BackendSite | undefined {
  const [name, languages = '', countries = '', demo = 'international', asked = ''] = text.split(':');
  if (!name || !/^[\w-]+$/.test(name) || !/^[a-z]{2}(,[a-z]{2})*$/.test(languages)) return undefined;
  const profile = DEMO_PROFILES.find((known) => known === demo);
  if (!profile) return undefined;
  const asks = asked.split(',').filter(Boolean);
  if (asks.some((each) => !ASKS.includes(each))) return undefined;
  const places = countries.split(',').filter(Boolean);
  return {
    name,
    languages: languages.split(','),
    countries: places,
    demo: profile,
    captcha: { registration: asks.includes('captcha') },
    applications: {
      captcha: asks.includes('application-captcha'),
      needAccount: asks.includes('application-account'),
      closingMessage: asks.includes('closing-message'),
    },
  };
}
