import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BackendSite, Letterhead } from '#contract/backend/backend.js';
import { DEFAULT_SOCIAL_SIGN_IN } from '#contract/accounts/social-providers.js';
import { type SiteConfig, type SiteDefinition, siteSchema } from './site.schema.js';

/** The site is unknown, or its folder is invalid; the message contains the reason. Aborts the start. */
export class SiteError extends Error {
  override name = 'SiteError';
}

/** Converts a site's configuration to the part that the backend needs. */
export function backendSiteOf(config: SiteConfig): BackendSite {
  const { features } = config;
  return {
    name: config.name,
    locales: config.locales,
    texts: config.texts,
    languages: [...config.search.languages],
    synonyms: config.search.synonyms,
    countries: config.countries,
    currencies: config.currencies,
    commerce: config.commerce,
    retention: config.retention,
    letterhead: letterheadOf(config),
    timeZone: config.timeZone,
    importDays: config.imports.days,
    demo: config.demo,
    mail: { title: config.title, contactEmail: config.contactEmail, accent: config.theme.light.accent },
    roles: { applicant: features.applicant, recruiter: features.recruiter },
    recruiterApproval: features.recruiterApproval,
    captcha: { registration: features.registrationCaptcha },
    socialLogin: features.socialLogin ? config.socialLogin : DEFAULT_SOCIAL_SIGN_IN,
    applications: {
      captcha: features.applicationCaptcha,
      needAccount: features.forcedRegistration,
      closingMessage: features.closingMessage,
      attachments: features.attachmentsBox,
    },
    jobs: { ...config.jobForm, fieldsOfStudy: features.fieldsOfStudy },
    gdprConsent: features.gdprConsent,
    aiDescription: features.aiDescription,
    resumes: features.resume,
    resumeForm: config.resumeForm,
    resumeImport: features.resumeImport,
    organizations: { ...config.organizationForm, fieldsOfStudy: features.fieldsOfStudy },
  };
}

/** Created by the build (`scripts/build-steps/letterheads.mjs`); without a build there is none. */
function letterheadOf({ name, logo }: SiteConfig): Letterhead {
  const made = (file: string) => {
    const path = join(siteFolder(name), file);
    return existsSync(path) ? path : undefined;
  };
  return {
    logo: made('letterhead-logo.png'),
    showsTitle: logo.showsTitle,
    regular: made('letterhead-regular.ttf'),
    bold: made('letterhead-bold.ttf'),
  };
}

/** Returns the names of the folders next to this file. */
export function knownSites(): string[] {
  return readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** @throws SiteError */
export async function loadSite(name: string): Promise<SiteConfig> {
  if (!knownSites().includes(name)) {
    throw new SiteError(`There is no site "${name}" in config/sites; there are: ${knownSites().join(', ')}`);
  }
  const module = (await import(`./${name}/site.js`)) as { site: SiteDefinition };
  const result = siteSchema.safeParse(module.site);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new SiteError(`config/sites/${name}/site.ts is not right:\n${lines.join('\n')}`);
  }
  return { ...result.data, name };
}

/** Returns the folder with a site's files (logo, icon, images). */
export function siteFolder(name: string): string {
  return fileURLToPath(new URL(`${name}/`, import.meta.url));
}
