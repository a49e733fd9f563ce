import { z } from 'zod';
import { commerceRules } from '#contract/commerce/commerce-rules.js';
import { RELAYED_EVENTS } from '#contract/measurement/events.js';
import { JOB_FIELD_NAMES } from '#contract/job-form/job-fields.js';
import { JOB_FORM_STEPS, JOB_TYPES } from '#contract/job-form/job-form.js';
import { ORGANIZATION_FIELD_NAMES } from '#contract/organization-form/organization-fields.js';
import { ORGANIZATION_FORM_STEPS } from '#contract/organization-form/organization-form.js';
import { ownRetention, refuseUnlawful } from '#contract/retention/retention-rules.js';
import { RESUME_FIELD_NAMES } from '#contract/resume-form/resume-fields.js';
import { DEFAULT_RESUME_RULES, RESUME_FORM_STEPS } from '#contract/resume-form/resume-form.js';
import { DEFAULT_TIME_ZONE, isTimeZone } from '#shared/time-zones/time-zone.js';
import { SITE_LOCALES, siteRoutes } from './site-routes.js';
import { siteConsent, siteServices } from './site-services.js';

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'is a colour such as #0f766e');

/** Colours by role; each text role is at least 4.5:1 on the grounds it stands on (checked by a test on every site). */
const palette = z.object({
  ink: colour,
  inkSoft: colour,
  ground: colour,
  surface: colour,
  line: colour,
  accent: colour,
  /** Text on `accent`. */
  accentInk: colour,
  /** A pale tint of the accent, for bands and selected rows. */
  accentSoft: colour,
  /** The site's second colour, for ornament and never for state. */
  second: colour,
  focus: colour,
  good: colour,
  warn: colour,
  bad: colour,
  /** Ground of marked words. */
  mark: colour,
});

const theme = z.object({
  light: palette,
  /** None: the site has no dark scheme. */
  dark: palette.optional(),
  radius: z.object({
    small: z.number().min(0).max(20),
    medium: z.number().min(0).max(24),
    large: z.number().min(0).max(32),
  }),
  font: z.object({
    /** The display face's family name, as in its package. */
    family: z.string(),
    /** `woff2` file inside an npm font package, latin subset, at most 45 kB. */
    file: z.string().endsWith('.woff2'),
    weights: z.string().regex(/^\d+ \d+$/),
    /** Used until it has loaded, adjusted to its metrics so that nothing shifts. */
    fallback: z.object({
      family: z.string(),
      local: z.array(z.string()).min(1),
      sizeAdjust: z.number(),
      ascent: z.number(),
      descent: z.number(),
      lineGap: z.number().default(0),
    }),
  }),
  headingWeight: z.number().int().min(100).max(900),
  headingTracking: z.string().default('0'),
});

const socialProvider = z.enum(['google', 'linkedin', 'facebook']);

const WIZARD_HIDES = DEFAULT_RESUME_RULES.wizardHides;

const shareTarget = z.enum(['facebook', 'linkedin', 'email', 'twitter', 'whatsapp', 'bluesky', 'xing']);

const fieldOverride = z.strictObject({
  required: z.boolean().optional(),
  multiple: z.boolean().optional(),
  maxNumItems: z.number().int().min(1).optional(),
  isHidden: z.boolean().optional(),
  weight: z.number().int().optional(),
});

/** What a site wants otherwise of the fields of a form, by their names. */
const fieldOverrides = <Step extends string>(names: readonly string[], steps: readonly Step[]) =>
  z
    .partialRecord(
      z.enum([...names] as [string, ...string[]]),
      z.strictObject({ ...fieldOverride.shape, step: z.enum(steps as readonly [Step, ...Step[]]).optional() }),
    )
    .default({});

/** A site: everything that makes it differ from the others. Defaults are those of specification point 9. */
export const siteSchema = z
  .strictObject({
    title: z.string().min(1),
    /** Where visitors write to, such as about a job that looks wrong. */
    contactEmail: z.email(),
    /** BCP 47, the default first. */
    locales: z.array(z.enum(SITE_LOCALES)).min(1),
    /** ISO 3166-1 alpha-2, the site's home first. */
    countries: z.array(z.string().regex(/^[A-Z]{2}$/)).min(1),
    /** ISO 4217, in which the site sells; jobs are filtered by pay in the first. Without one, it sells nothing and has no such filter. */
    currencies: z.array(z.string().regex(/^[A-Z]{3}$/)).default([]),
    /** What publishing costs, and who sells (docs/commerce.md). */
    commerce: commerceRules
      .refine(
        ({ invoiceSeries, creditNoteSeries }) => invoiceSeries !== creditNoteSeries,
        'numbers invoices and credit notes in two series',
      )
      .prefault({}),
    /** The IANA zone of the site's days: of the dates that people type and read, where a job has no zone of its own. */
    timeZone: z
      .string()
      .refine(isTimeZone, 'is a time zone of the IANA database, such as America/Toronto')
      .default(DEFAULT_TIME_ZONE),
    /** Which demo data suits it. */
    demo: z.enum(['international', 'canada', 'britain', 'europe']).default('international'),
    search: z
      .strictObject({
        languages: z.array(z.enum(['en', 'de', 'fr'])).min(1),
        jobsPerPage: z.number().int().min(1).max(50).default(10),
        organizationsPerPage: z.number().int().min(1).max(48).default(12),
        resumesPerPage: z.number().int().min(1).max(50).default(10),
        featuredOrganizations: z.number().int().min(0).max(4).default(4),
        featuredOrganizationsFirst: z.boolean().default(false),
        /** Words and phrases that mean the same to the people of the site, beside those of the thesaurus: `[['Kita', 'Tagesstätte']]`. */
        synonyms: z
          .array(z.array(z.string().trim().min(2).max(60)).min(2).max(12))
          .max(500)
          .default([]),
        /** Whether administrators see what is searched for, counted without persons (docs/search.md). */
        countQueries: z.boolean().default(true),
        /** Kilometres around the map's centre in which places are suggested before others of their size. */
        autocompleteRadius: z.number().int().min(1).max(20_000).default(500),
        defaultRadius: z
          .union([z.literal(5), z.literal(25), z.literal(50), z.literal(100), z.literal(200)])
          .default(100),
      })
      .prefault({ languages: ['en'] }),
    /** How many of those that the operators put forward the home page shows (SEARCH-11). */
    teasers: z
      .strictObject({
        featuredJobs: z.number().int().min(0).max(6).default(6),
        videoJobs: z.number().int().min(0).max(6).default(0),
        topJobs: z.number().int().min(0).max(6).default(0),
        trainingOrganizations: z.number().int().min(0).max(50).default(0),
        /** How many of them stand beside each other on a wide screen. */
        trainingSlides: z.number().int().min(2).max(6).default(5),
        /** After how many results an advertisement stands, where `features.adTeasers` is on. */
        adEvery: z.number().int().min(1).max(50).default(5),
      })
      .prefault({}),
    map: z
      .strictObject({
        /** What maps show, and suggestions of places begin from, where nothing else is known. */
        centre: z
          .strictObject({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) })
          .default({ lat: 51.5074, lon: -0.1278 }),
      })
      .prefault({}),
    routes: siteRoutes,
    logo: z.strictObject({
      /** An SVG file in the site's folder. */
      file: z.string().endsWith('.svg'),
      /** Whether the drawing holds the site's name already; else it is written beside it. */
      showsTitle: z.boolean().default(false),
      href: z.string().startsWith('/').default('/'),
      exceptPaths: z.array(z.string()).default([]),
    }),
    /** SVG files in the site's folder. */
    icon: z.string().endsWith('.svg').default('icon.svg'),
    illustration: z.string().endsWith('.svg').default('illustration.svg'),
    ogImage: z.string().default('og-image.png'),
    theme,
    currencyPosition: z.enum(['before', 'after']).default('after'),
    sharing: z.array(shareTarget).default(['facebook', 'linkedin', 'email', 'twitter', 'whatsapp', 'bluesky']),
    features: z
      .strictObject({
        applicant: z.boolean().default(true),
        recruiter: z.boolean().default(true),
        resume: z.boolean().default(true),
        resumeImport: z.boolean().default(true),
        /** Whether applicants are told how complete their resume is, in percent, and what is missing in it. */
        percentageBox: z.boolean().default(true),
        completenessCard: z.boolean().default(true),
        /** Whether resumes with everything that recruiters look for are marked, and come first in their lists. */
        topCv: z.boolean().default(false),
        /** Whether jobs that fit stand below a resume, and people who fit below the jobs of a recruiter. */
        resumeRecommender: z.boolean().default(false),
        jobManagerRecommender: z.boolean().default(false),
        /** Whether applicants come to the wizard first while their resume cannot be found yet. */
        incompleteRedirectToWizard: z.boolean().default(false),
        maps: z.boolean().default(true),
        /** Whether the search asks for words, and for a place. */
        keywordSearch: z.boolean().default(true),
        geoSearch: z.boolean().default(true),
        /** Advertisements among results: their places, which stay empty without consent. */
        adTeasers: z.boolean().default(false),
        socialLogin: z.boolean().default(false),
        registrationCaptcha: z.boolean().default(false),
        applicationCaptcha: z.boolean().default(false),
        /** Whether files may be attached to applications; without it only where the employer asks for a resume. */
        attachmentsBox: z.boolean().default(true),
        onlyFeaturedOrganizations: z.boolean().default(false),
        fieldsOfStudy: z.boolean().default(false),
        subscriptions: z.boolean().default(false),
        /** Whether a person of the site approves recruiters, beside the verification of their address. */
        recruiterApproval: z.boolean().default(false),
        forcedRegistration: z.boolean().default(false),
        /** The dashboard lists applications: one's own, or those that came in. */
        dashboardApplications: z.boolean().default(true),
        /** No job is archived without a word to those who wait for a decision about their application. */
        closingMessage: z.boolean().default(true),
        /** Whether people are shown the texts of consent when they register, and asked again when these change. */
        gdprConsent: z.boolean().default(true),
        aiDescription: z.boolean().default(false),
        readOnly: z.boolean().default(false),
        /** Whether page views, visits and events are measured by tags in the browser. */
        measurement: z.boolean().default(false),
        /** Whether events are relayed to Google (`/api/gmapi`), and to Meta (`/api/conversionapi`). */
        measurementApi: z.boolean().default(false),
        conversionApi: z.boolean().default(false),
      })
      .prefault({}),
    /** The services of others that pages load with the visitor's consent, and who asks for it (`docs/consent.md`). */
    services: siteServices.prefault({}),
    consent: siteConsent.prefault({}),
    /** Whether news come right after the newest jobs on the home page; else they end it. */
    newsFirst: z.boolean().default(false),
    /** What the form of a job asks for. */
    jobForm: z
      .strictObject({
        /** How a job may be given: written with the form, as a link, or as a file. */
        types: z
          .array(z.enum(JOB_TYPES))
          .min(1)
          .default([...JOB_TYPES]),
        cvDuration: z.boolean().default(false),
        /** Whether somebody of the site looks at each job before it is published. */
        review: z.boolean().default(false),
        /** For how many days a job is shown, where its form does not say. */
        days: z.number().int().min(1).max(365).default(30),
        /** What is asked for otherwise than by default, by the field's name (`src/contract/job-form/job-fields.ts`). */
        fields: fieldOverrides(JOB_FIELD_NAMES, JOB_FORM_STEPS),
      })
      .prefault({}),
    imports: z
      .strictObject({
        /** For how many days an imported job that names no closing date is shown. */
        days: z.number().int().min(1).max(365).default(60),
      })
      .prefault({}),
    /** What is measured where `features.measurement`, `measurementApi` or `conversionApi` is on (docs/measurement.md). */
    measurement: z
      .strictObject({
        /** The events that are relayed to Google, and to Meta, by their keys. */
        serverEvents: z.array(z.enum(RELAYED_EVENTS)).default([...RELAYED_EVENTS]),
        conversionEvents: z
          .array(z.enum(RELAYED_EVENTS))
          .default(['sign_up', 'job_search', 'job_visit', 'job_bookmark', 'job_apply_start', 'job_apply_complete']),
        /** After how many seconds on a page a visit counts as activity, and how often it is repeated. */
        minimumVisitSeconds: z.number().int().min(1).max(3600).default(10),
        heartbeatSeconds: z.number().int().min(5).max(3600).default(30),
        /** The parameter by which campaigns name themselves in addresses, such as `utm_source`; else the one of the app config. */
        creationSource: z
          .string()
          .regex(/^[a-z][a-z0-9_-]{0,39}$/i, 'is the name of a parameter, such as utm_source')
          .optional(),
      })
      .prefault({}),
    /** What the form of an organization asks for otherwise than by default (`src/contract/organization-form/organization-fields.ts`). */
    organizationForm: z
      .strictObject({ fields: fieldOverrides(ORGANIZATION_FIELD_NAMES, ORGANIZATION_FORM_STEPS) })
      .prefault({}),
    /** What the form of a resume asks for. */
    resumeForm: z
      .strictObject({
        salutation: z.boolean().default(true),
        /** What is asked for otherwise than by default, by the field's name (`src/contract/resume-form/resume-fields.ts`). */
        fields: fieldOverrides(RESUME_FIELD_NAMES, RESUME_FORM_STEPS),
        /** Fields that the wizard leaves for later, by its step. */
        wizardHides: z
          .strictObject({
            personal_info: z.array(z.string()).default([...WIZARD_HIDES.personal_info]),
            job_preferences: z.array(z.string()).default([...WIZARD_HIDES.job_preferences]),
          })
          .prefault({}),
      })
      .prefault({}),
    /** With which services people may log in, where `features.socialLogin` is on and the service is set up (`GOOGLE_CLIENT_ID` …). */
    socialLogin: z
      .strictObject({
        google: z.boolean().default(true),
        linkedin: z.boolean().default(true),
        facebook: z.boolean().default(true),
        /** Of the buttons; a service that is not in it has none. */
        order: z.array(socialProvider).default(['google', 'linkedin', 'facebook']),
        /** Else the services' marks come in the colour of the text. */
        colouredIcons: z.boolean().default(true),
      })
      .prefault({}),
    /** The site's own words for messages of the catalogues, by locale and key. */
    texts: z.record(z.string(), z.record(z.string(), z.string())).default({}),
    /** For how long the site keeps what, in the unit of each kind, where that differs from `RETENTION` (docs/operating.md, "Retention"). */
    retention: ownRetention.default({}),
  })
  .superRefine(refuseUnlawful);

/** What a site's folder writes down. */
export type SiteDefinition = z.input<typeof siteSchema>;
/** The same, validated and with its defaults. */
export type SiteConfig = z.output<typeof siteSchema> & { name: string };
export type Theme = SiteConfig['theme'];

/** Gives `site.ts` its types. */
export function defineSite(site: SiteDefinition): SiteDefinition {
  return site;
}
