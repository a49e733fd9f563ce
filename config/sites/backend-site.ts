import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BackendSite, Letterhead } from '#contract/backend/backend.js';
import { DEFAULT_SOCIAL_SIGN_IN } from '#contract/accounts/social-providers.js';
import { siteFolder } from './load-sites.js';
import type { SiteConfig } from './site.schema.js';

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
