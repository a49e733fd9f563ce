import type { BackendSite } from '#contract/backend/backend.js';
import { DEFAULT_SOCIAL_SIGN_IN } from '#contract/accounts/social-providers.js';
import type { SiteConfig } from './site.schema.js';

/** What the backend has to know of a site. */
export function backendSiteOf(config: SiteConfig): BackendSite {
  const { features } = config;
  return {
    name: config.name,
    locales: config.locales,
    texts: config.texts,
    languages: [...config.search.languages],
    countries: config.countries,
    currencies: config.currencies,
    commerce: config.commerce,
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
