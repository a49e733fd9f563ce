import { isIP } from 'node:net';
import type { z } from 'zod';
import { parseFilesUrl } from '#contract/backend/file-store.js';

/** Parses comma-separated secrets. */
export function parseSecrets(value: string, context: z.RefinementCtx): string[] {
  const secrets = value.split(',').map((secret) => secret.trim());
  if (secrets.some((secret) => secret.length < 32))
    context.addIssue({ code: 'custom', message: 'each has at least 32 characters' });
  return secrets;
}

/** Validates the URL of the object storage for files. */
export function checkFilesUrl(value: string, context: z.RefinementCtx): void {
  const read = parseFilesUrl(value);
  if ('error' in read) context.addIssue({ code: 'custom', message: read.error });
}

/** Role of a process. `web` serves requests, `worker` runs the background jobs. */
export type ProcessRole = 'web' | 'worker';

/** Parses comma-separated URLs of PostgreSQL servers. */
export function parseReplicas(value: string, context: z.RefinementCtx): readonly string[] {
  const urls = value.split(',').map((url) => url.trim());
  // The URL may contain a password, which the message must not repeat.
  if (urls.some((url) => !/^postgres(?:ql)?:\/\/./.test(url) || !URL.canParse(url)))
    context.addIssue({ code: 'custom', message: 'is a list of addresses that begin with postgres://' });
  return urls;
}

/** Parses comma-separated roles. */
export function parseRoles(value: string, context: z.RefinementCtx): ReadonlySet<ProcessRole> {
  const roles = new Set<ProcessRole>();
  for (const role of value.split(',').map((part) => part.trim())) {
    if (role === 'web' || role === 'worker') roles.add(role);
    else context.addIssue({ code: 'custom', message: `"${role}" is neither web nor worker` });
  }
  return roles;
}

/** Parses `site=host` pairs, comma-separated. @returns the sites by host */
export function parseSites(value: string, context: z.RefinementCtx): Map<string, string> {
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

/** Parses comma-separated IP addresses and networks. */
export function parseNetworks(value: string, context: z.RefinementCtx): string[] {
  const networks = value.split(',').map((part) => part.trim());
  return networks.filter(Boolean).filter((network) => {
    const [address = '', bits, ...rest] = network.split('/');
    const most = { 4: 32, 6: 128, 0: -1 }[isIP(address)] ?? -1;
    const isValid =
      most > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
    if (!isValid) context.addIssue({ code: 'custom', message: `"${network}" is not an IP address or network` });
    return isValid;
  });
}

/** Parses pairs such as `CAD=1.47`, comma-separated. @returns rates by currency; undefined if none are set */
export function parseRates(value: string, context: z.RefinementCtx): Record<string, number> | undefined {
  const rates: Record<string, number> = {};
  for (const part of value.split(',').map((each) => each.trim())) {
    const [, currency, rate] = /^([A-Z]{3})=(\d+(?:\.\d+)?)$/.exec(part) ?? [];
    if (currency && Number(rate) > 0) rates[currency] = Number(rate);
    else if (part) context.addIssue({ code: 'custom', message: `"${part}" is not of the form CAD=1.47` });
  }
  return Object.keys(rates).length > 0 ? rates : undefined;
}

/** Parses flags such as `site.feature=on`, comma-separated. The names of sites and features are validated where sites are loaded. */
export function parseFlags(value: string, context: z.RefinementCtx): Map<string, Record<string, boolean>> {
  const flags = new Map<string, Record<string, boolean>>();
  const parts = value.split(',').map((part) => part.trim());
  for (const part of parts.filter(Boolean)) {
    const match = /^([a-z][a-z0-9-]*)\.([a-z][a-zA-Z]*)=(on|off)$/.exec(part);
    if (match) flags.set(match[1]!, { ...flags.get(match[1]!), [match[2]!]: match[3] === 'on' });
    else context.addIssue({ code: 'custom', message: `"${part}" is not of the form site.feature=on or =off` });
  }
  return flags;
}
