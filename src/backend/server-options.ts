import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BackendOptions, BackendSite } from '../contract/backend.js';

export interface ServerOptions extends Omit<BackendOptions, 'logger' | 'clock' | 'secrets'> {
  /** Holds the secrets, comma-separated; made when missing. */
  secretFile: string;
  host: string;
  port: number;
}

export const USAGE = `Usage: server.js --sites SITES [options]
  --sites SITES           name:languages:countries:demo, several joined by ";";
                          default:en,de,fr:GB,US,CA:international;charity-ca:en,fr:CA:canada
  --port N                4000
  --host ADDRESS          127.0.0.1
  --data-dir FOLDER       holds the embedded database; ./data
  --secret-file FILE      of what signs sessions, as AUTH_SECRET of the product; auth-secret in the data folder, made when missing
  --database-url URL      a PostgreSQL server instead of the embedded one
  --search-memory-mb N    of the search index in memory; 512. With 0, and beyond N, PostgreSQL answers searches alone
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
        'demo-data': { type: 'boolean', default: false },
        'demo-password': { type: 'string' },
      },
    });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) return { error: `--port ${values.port} is no port` };
    const searchMemoryMb = Number(values['search-memory-mb']);
    if (!(searchMemoryMb >= 0)) return { error: `--search-memory-mb ${values['search-memory-mb']} is no size` };
    const sites = (values.sites ?? '').split(';').filter(Boolean).map(parseSite);
    const broken = sites.findIndex((site) => site === undefined);
    if (sites.length === 0 || broken >= 0) return { error: `--sites ${values.sites ?? ''} names no sites` };
    return {
      host: values.host,
      port,
      dataDir: values['data-dir'],
      secretFile: values['secret-file'] ?? join(values['data-dir'], 'auth-secret'),
      databaseUrl: values['database-url'],
      searchMemoryMb,
      demoData: values['demo-data'],
      demoPassword: values['demo-password'],
      sites: sites.filter((site) => site !== undefined),
    };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

function parseSite(text: string): BackendSite | undefined {
  const [name, languages = '', countries = '', demo = 'international'] = text.split(':');
  if (!name || !/^[\w-]+$/.test(name) || !/^[a-z]{2}(,[a-z]{2})*$/.test(languages)) return undefined;
  if (demo !== 'international' && demo !== 'canada') return undefined;
  return { name, languages: languages.split(','), countries: countries.split(',').filter(Boolean), demo };
}
