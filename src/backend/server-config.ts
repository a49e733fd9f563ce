import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type BackendOptions, DEMO_PROFILES, GEOCODER_KINDS } from '#contract/backend/backend.js';
import { parseFilesUrl } from '#contract/backend/file-store.js';
import { commerceRules } from '#contract/commerce/commerce-rules.js';
import { homeAt } from '#contract/pages/route-names.js';
import { isTimeZone } from '#shared/time-zones/time-zone.js';
import { ownRetention, refuseUnlawful } from '#contract/retention/retention-rules.js';
import { SEARCH_FEATURES } from '#contract/search/search-features.js';
import { jobRules, organizationRules, resumeRules } from './domain/forms/entity-definition.js';

export interface ServerOptions extends Omit<BackendOptions, 'logger' | 'clock' | 'secrets'> {
  /** File with the comma-separated secrets; created if it does not exist. */
  secretFile: string;
  host: string;
  port: number;
  /** File with the URL of the SMTP server, including its password. */
  smtpUrlFile?: string;
  /** The embeddings service for job vectors, and the file with its API key. */
  embeddings?: { url: string; model: string; secretFile?: string };
  /** The service that verifies captchas, and the file with its secret. */
  captcha?: { verifyUrl: string; secretFile: string };
  /** The object storage for files, and the file with its access key: the id and the secret, one per line. */
  files?: { url: string; secretFile: string };
  /** Payments by Stripe, and the file with its secrets: the API key and the signing secret of the webhook, one per line. */
  stripeAccount?: { secretFile: string; apiBase?: string };
}

export const USAGE = `Usage: server.js --config FILE
  --config FILE  JSON file with the sites and other configuration of the backend; see docs/operating.md. \`npm run backend:config\` prints one.`;

const language = z.string().regex(/^[a-z]{2}$/);
const origin = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text).origin);

/** A site with the properties of `BackendSite` and its public origin. */
const site = z
  .strictObject({
    name: z.string().regex(/^[\w-]+$/),
    languages: z.array(language).min(1),
    locales: z
      .array(z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/))
      .min(1)
      .optional(),
    texts: z.record(z.string(), z.record(z.string(), z.string())).optional(),
    synonyms: z.array(z.array(z.string().min(2)).min(2)).optional(),
    countries: z.array(z.string().regex(/^[A-Z]{2}$/)).default([]),
    currencies: z.array(z.string().regex(/^[A-Z]{3}$/)).optional(),
    commerce: commerceRules.optional(),
    retention: ownRetention.optional(),
    letterhead: z
      .strictObject({
        logo: z.string().optional(),
        showsTitle: z.boolean().optional(),
        regular: z.string().optional(),
        bold: z.string().optional(),
      })
      .optional(),
    timeZone: z.string().refine(isTimeZone, 'is a time zone of the IANA database, such as America/Toronto').optional(),
    importDays: z.number().int().min(1).optional(),
    demo: z.enum(DEMO_PROFILES).default('international'),
    mail: z
      .strictObject({
        title: z.string().min(1),
        contactEmail: z.email(),
        accent: z.string().regex(/^#[0-9a-f]{6}$/i),
      })
      .optional(),
    roles: z.strictObject({ applicant: z.boolean(), recruiter: z.boolean() }).optional(),
    recruiterApproval: z.boolean().optional(),
    captcha: z.strictObject({ registration: z.boolean() }).optional(),
    socialLogin: z
      .strictObject({
        google: z.boolean(),
        linkedin: z.boolean(),
        facebook: z.boolean(),
        order: z.array(z.enum(['google', 'linkedin', 'facebook'])),
        colouredIcons: z.boolean(),
      })
      .optional(),
    applications: z
      .strictObject({
        captcha: z.boolean(),
        needAccount: z.boolean(),
        closingMessage: z.boolean().optional(),
        attachments: z.boolean().optional(),
      })
      .optional(),
    jobs: jobRules.optional(),
    gdprConsent: z.boolean().optional(),
    aiDescription: z.boolean().optional(),
    resumes: z.boolean().optional(),
    resumeForm: resumeRules.optional(),
    resumeImport: z.boolean().optional(),
    organizations: organizationRules.optional(),
    /** Origin of links in mails. */
    origin: origin.optional(),
  })
  .superRefine(refuseUnlawful);

const config = z.strictObject({
  host: z.string().default('127.0.0.1'),
  port: z.number().int().min(0).max(65_535).default(4000),
  dataDir: z.string().default('data'),
  secretFile: z.string().optional(),
  databaseUrl: z.string().optional(),
  replicaUrls: z.array(z.url()).optional(),
  searchMemoryMb: z.number().min(0).optional(),
  runsBackgroundJobs: z.boolean().optional(),
  searchFeatures: z.array(z.enum(SEARCH_FEATURES)).optional(),
  geocoder: z.strictObject({ kind: z.enum(GEOCODER_KINDS).default('photon'), url: z.url() }).optional(),
  embeddings: z
    .strictObject({
      url: z.url({ protocol: /^https?$/ }),
      model: z.string().min(1),
      secretFile: z.string().min(1).optional(),
    })
    .optional(),
  exchangeRates: z.record(z.string().regex(/^[A-Z]{3}$/), z.number().positive()).optional(),
  vies: z.strictObject({ url: z.url({ protocol: /^https?$/ }) }).optional(),
  captcha: z.strictObject({ verifyUrl: z.url({ protocol: /^https?$/ }), secretFile: z.string().min(1) }).optional(),
  stripeAccount: z
    .strictObject({ secretFile: z.string().min(1), apiBase: z.url({ protocol: /^https?$/ }).optional() })
    .optional(),
  files: z.strictObject({ url: z.string().superRefine(checkFilesUrl), secretFile: z.string().min(1) }).optional(),
  feedNetworks: z.array(z.string()).optional(),
  demoData: z.boolean().default(false),
  demoPassword: z.string().optional(),
  mail: z.strictObject({ smtpUrlFile: z.string().optional(), from: z.string().optional() }).default({}),
  sites: z.array(site).min(1),
});

function checkFilesUrl(value: string, context: z.RefinementCtx): void {
  const read = parseFilesUrl(value);
  if ('error' in read) context.addIssue({ code: 'custom', message: read.error });
}

/** @returns the options, or the error in the arguments or the configuration */
export function readServerConfig(args: string[]): ServerOptions | { error: string } {
  try {
    const { values } = parseArgs({ args, options: { config: { type: 'string' } } });
    if (values.config === undefined) return { error: 'Which configuration? Give --config FILE.' };
    const read = parseServerConfig(readFileSync(values.config, 'utf8'));
    return 'error' in read ? { error: `${values.config}: ${read.error}` } : read;
  } catch (error) {
    return { error: (error as Error).message };
  }
}

/** @param text configuration as JSON @throws SyntaxError if it is not valid JSON */
export function parseServerConfig(text: string): ServerOptions | { error: string } {
  const read = config.safeParse(JSON.parse(text));
  if (!read.success) return { error: z.prettifyError(read.error) };
  const { mail, sites, secretFile, ...options } = read.data;
  return {
    ...options,
    secretFile: secretFile ?? join(options.dataDir, 'auth-secret'),
    smtpUrlFile: mail.smtpUrlFile,
    mail: { from: mail.from },
    sites,
    homeOf: (name, spoken) => {
      const known = sites.find((each) => each.name === name);
      return known?.origin && homeAt({ origin: known.origin, locales: known.locales ?? [] }, spoken);
    },
  };
}
