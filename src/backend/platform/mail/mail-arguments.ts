import type { MailSender } from '#contract/backend/backend.js';
import { isTimeZone } from '#shared/time-zones/time-zone.js';

/** Where people reach a site, and the locales that its addresses name. */
interface SiteOrigin {
  origin: string;
  locales: string[];
}

const LOCALES = /\/\{([a-z]{2}(?:-[a-z]{2})?(?:,[a-z]{2}(?:-[a-z]{2})?)*)\}$/i;

/** @param text `name=https://jobs.example.org;other=https://jobs.example.eu/{en,de};…` @returns undefined when it is not of that form */
export function parseOrigins(text: string): Map<string, SiteOrigin> | undefined {
  return parsePairs(text, (value) => {
    const locales = LOCALES.exec(value)?.[1]?.split(',') ?? [];
    const address = value.replace(LOCALES, '');
    const url = URL.canParse(address) ? new URL(address) : undefined;
    return url && /^https?:$/.test(url.protocol) ? { origin: url.origin, locales } : undefined;
  });
}

/** @param text `name=Title <contact@example.org> #0b5d57;…` @returns undefined when it is not of that form */
export function parseSenders(text: string): Map<string, MailSender> | undefined {
  return parsePairs(text, (value) => {
    const match = /^([^<>]+) <([^<>\s@]+@[^<>\s@]+)> (#[0-9a-f]{6})$/i.exec(value);
    return match ? { title: match[1]!, contactEmail: match[2]!, accent: match[3]! } : undefined;
  });
}

/** @param text `name=America/Toronto;…` @returns zones by site; undefined when it is not of that form */
export function parseTimeZones(text: string): Map<string, string> | undefined {
  return parsePairs(text, (value) => (isTimeZone(value) ? value : undefined));
}

function parsePairs<T>(text: string, read: (value: string) => T | undefined): Map<string, T> | undefined {
  const pairs = new Map<string, T>();
  for (const pair of text.split(';').filter(Boolean)) {
    const at = pair.indexOf('=');
    const value = at > 0 ? read(pair.slice(at + 1).trim()) : undefined;
    if (value === undefined) return undefined;
    pairs.set(pair.slice(0, at).trim(), value);
  }
  return pairs;
}
