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

/** Colours by role; each text role has a contrast of at least 4.5:1 on its backgrounds (checked by a test for every site). */
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
  /** The site's second colour, for decoration only and never to show state. */
  second: colour,
  focus: colour,
  good: colour,
  warn: colour,
  bad: colour,
  /** Background of highlighted words. */
  mark: colour,
});

const theme = z.object({
  light: palette,
  /** If missing, the site has no dark scheme. */
  dark: palette.optional(),
  radius: z.object({
    small: z.number().min(0).max(20),
    medium: z.number().min(0).max(24),
    large: z.number().min(0).max(32),
  }),
  font: z.object({
    /** The family name of the display font, as in its package. */
    family: z.string(),
    /** `woff2` file inside an npm font package, latin subset, at most 45 kB. */
    file: z.string().endsWith('.woff2'),
    weights: z.string().regex(/^\d+ \d+$/),
    /** Used until the font has loaded; adjusted to its metrics, so that there is no layout shift. */
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

/** The site's changes to the fields of a form, by field name. */
const fieldOverrides = <Step extends string>(names: readonly string[], steps: readonly Step[]) =>
  z
    .partialRecord(
      z.enum([...names] as [string, ...string[]]),
      z.strictObject({ ...fieldOverride.shape, step: z.enum(steps as readonly [Step, ...Step[]]).optional() }),
    )
    .default({});

/** The configuration of a site: everything in which sites differ. Defaults are those of specification point 9. */
export const siteSchema = z
  .strictObject({
    title: z.string().min(1),
    /** Contact address for visitors, for example about a suspicious job. */
    contactEmail: z.email(),
    /** BCP 47 locales, the default first. */
    locales: z.array(z.enum(SITE_LOCALES)).min(1),
    /** ISO 3166-1 alpha-2 codes, the site's home country first. */
    countries: z.array(z.string().regex(/^[A-Z]{2}$/)).min(1),
    /**
     * ISO 4217 codes of the currencies in which the site sells; the pay filter uses the first. Without any, the site sells nothing and has
     * no such filter.
     */
    currencies: z.array(z.string().regex(/^[A-Z]{3}$/)).default([]),
    /** Price of publishing and data of the seller (docs/commerce.md). */
    commerce: commerceRules
      .refine(
        ({ invoiceSeries, creditNoteSeries }) => invoiceSeries !== creditNoteSeries,
        'numbers invoices and credit notes in two series',
      )
      .prefault({}),
    /** The IANA time zone of dates that people enter and read, where a job has no zone of its own. */
    timeZone: z
      .string()
      .refine(isTimeZone, 'is a time zone of the IANA database, such as America/Toronto')
      .default(DEFAULT_TIME_ZONE),
    /** The suitable set of demo data. */
    demo: z.enum(['international', 'canada', 'britain', 'europe']).default('international'),
    search: z
      .strictObject({
        languages: z.array(z.enum(['en', 'de', 'fr'])).min(1),
        jobsPerPage: z.number().int().min(1).max(50).default(10),
        organizationsPerPage: z.number().int().min(1).max(48).default(12),
        resumesPerPage: z.number().int().min(1).max(50).default(10),
        featuredOrganizations: z.number().int().min(0).max(4).default(4),
        featuredOrganizationsFirst: z.boolean().default(false),
        /** Groups of synonymous words and phrases that this site adds to the thesaurus: `[['Kita', 'Tagesstätte']]`. */
        synonyms: z
          .array(z.array(z.string().trim().min(2).max(60)).min(2).max(12))
          .max(500)
          .default([]),
        /** Whether administrators see anonymous counts of search terms (docs/search.md). */
        countQueries: z.boolean().default(true),
        /** Radius around the map's centre, in kilometres, in which places are suggested before others of their size. */
        autocompleteRadius: z.number().int().min(1).max(20_000).default(500),
        defaultRadius: z
          .union([z.literal(5), z.literal(25), z.literal(50), z.literal(100), z.literal(200)])
          .default(100),
      })
      .prefault({ languages: ['en'] }),
    /** Number of promoted entries on the home page (SEARCH-11). */
    teasers: z
      .strictObject({
        featuredJobs: z.number().int().min(0).max(6).default(6),
        videoJobs: z.number().int().min(0).max(6).default(0),
        topJobs: z.number().int().min(0).max(6).default(0),
        trainingOrganizations: z.number().int().min(0).max(50).default(0),
        /** Number of training organizations next to each other on a wide screen. */
        trainingSlides: z.number().int().min(2).max(6).default(5),
        /** Number of results between advertisements, if `features.adTeasers` is on. */
        adEvery: z.number().int().min(1).max(50).default(5),
      })
      .prefault({}),
    map: z
      .strictObject({
        /** Default centre of maps, and origin for suggestions of places. */
        centre: z
          .strictObject({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) })
          .default({ lat: 51.5074, lon: -0.1278 }),
      })
      .prefault({}),
    routes: siteRoutes,
    logo: z.strictObject({
      /** An SVG file in the site's folder. */
      file: z.string().endsWith('.svg'),
      /** Whether the image contains the site's name; otherwise the name is written next to it. */
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
        /** Whether applicants see the completeness of their resume in percent, and what is missing. */
        percentageBox: z.boolean().default(true),
        completenessCard: z.boolean().default(true),
        /** Whether resumes that contain everything that recruiters look for are marked and listed first. */
        topCv: z.boolean().default(false),
        /** Whether matching jobs are shown below a resume, and matching applicants below a recruiter's jobs. */
        resumeRecommender: z.boolean().default(false),
        jobManagerRecommender: z.boolean().default(false),
        /** Whether applicants are redirected to the wizard while their resume is not yet visible in the search. */
        incompleteRedirectToWizard: z.boolean().default(false),
        maps: z.boolean().default(true),
        /** Whether the search has fields for keywords and for a place. */
        keywordSearch: z.boolean().default(true),
        geoSearch: z.boolean().default(true),
        /** Whether there are ad slots among search results; they stay empty without consent. */
        adTeasers: z.boolean().default(false),
        socialLogin: z.boolean().default(false),
        registrationCaptcha: z.boolean().default(false),
        applicationCaptcha: z.boolean().default(false),
        /** Whether files may be attached to all applications; otherwise only if the employer requires a resume. */
        attachmentsBox: z.boolean().default(true),
        onlyFeaturedOrganizations: z.boolean().default(false),
        fieldsOfStudy: z.boolean().default(false),
        subscriptions: z.boolean().default(false),
        /** Whether recruiters need the approval of an administrator besides the verification of their address. */
        recruiterApproval: z.boolean().default(false),
        forcedRegistration: z.boolean().default(false),
        /** Whether the dashboard lists applications: the user's own, or the received ones. */
        dashboardApplications: z.boolean().default(true),
        /** Whether a job can be archived only after a message to the applicants who wait for a decision. */
        closingMessage: z.boolean().default(true),
        /** Whether people have to agree to consent texts when they register, and again after changes. */
        gdprConsent: z.boolean().default(true),
        aiDescription: z.boolean().default(false),
        readOnly: z.boolean().default(false),
        /** Whether tags in the browser measure page views, visits and events. */
        measurement: z.boolean().default(false),
        /** Whether events are relayed to Google (`/api/gmapi`), and to Meta (`/api/conversionapi`). */
        measurementApi: z.boolean().default(false),
        conversionApi: z.boolean().default(false),
      })
      .prefault({}),
    /** The third-party services that pages load with the visitor's consent, and the consent provider (`docs/consent.md`). */
    services: siteServices.prefault({}),
    consent: siteConsent.prefault({}),
    /** Whether news are placed right after the newest jobs on the home page; otherwise at its end. */
    newsFirst: z.boolean().default(false),
    /** Settings of the job form. */
    jobForm: z
      .strictObject({
        /** Possible formats of a job: written in the form, a link, or a file. */
        types: z
          .array(z.enum(JOB_TYPES))
          .min(1)
          .default([...JOB_TYPES]),
        cvDuration: z.boolean().default(false),
        /** Whether each job is reviewed before it is published. */
        review: z.boolean().default(false),
        /** For how many days a job is shown if the form contains no end date. */
        days: z.number().int().min(1).max(365).default(30),
        /** Changes to the default fields, by the field's name (`src/contract/job-form/job-fields.ts`). */
        fields: fieldOverrides(JOB_FIELD_NAMES, JOB_FORM_STEPS),
      })
      .prefault({}),
    imports: z
      .strictObject({
        /** For how many days an imported job without a closing date is shown. */
        days: z.number().int().min(1).max(365).default(60),
      })
      .prefault({}),
    /** Settings for `features.measurement`, `measurementApi` and `conversionApi` (docs/measurement.md). */
    measurement: z
      .strictObject({
        /** Keys of the events that are relayed to Google and to Meta. */
        serverEvents: z.array(z.enum(RELAYED_EVENTS)).default([...RELAYED_EVENTS]),
        conversionEvents: z
          .array(z.enum(RELAYED_EVENTS))
          .default(['sign_up', 'job_search', 'job_visit', 'job_bookmark', 'job_apply_start', 'job_apply_complete']),
        /** Seconds on a page after which a visit counts as activity; also the interval at which the event is repeated. */
        minimumVisitSeconds: z.number().int().min(1).max(3600).default(10),
        heartbeatSeconds: z.number().int().min(5).max(3600).default(30),
        /** The URL parameter that identifies campaigns, such as `utm_source`; the default is that of the app config. */
        creationSource: z
          .string()
          .regex(/^[a-z][a-z0-9_-]{0,39}$/i, 'is the name of a parameter, such as utm_source')
          .optional(),
      })
      .prefault({}),
    /** Changes to the default fields of the organization form (`src/contract/organization-form/organization-fields.ts`). */
    organizationForm: z
      .strictObject({ fields: fieldOverrides(ORGANIZATION_FIELD_NAMES, ORGANIZATION_FORM_STEPS) })
      .prefault({}),
    /** Settings of the resume form. */
    resumeForm: z
      .strictObject({
        salutation: z.boolean().default(true),
        /** Changes to the default fields, by the field's name (`src/contract/resume-form/resume-fields.ts`). */
        fields: fieldOverrides(RESUME_FIELD_NAMES, RESUME_FORM_STEPS),
        /** Fields that the wizard leaves out, by its step. */
        wizardHides: z
          .strictObject({
            personal_info: z.array(z.string()).default([...WIZARD_HIDES.personal_info]),
            job_preferences: z.array(z.string()).default([...WIZARD_HIDES.job_preferences]),
          })
          .prefault({}),
      })
      .prefault({}),
    /** Login providers, available if `features.socialLogin` is on and the provider is configured (`GOOGLE_CLIENT_ID` …). */
    socialLogin: z
      .strictObject({
        google: z.boolean().default(true),
        linkedin: z.boolean().default(true),
        facebook: z.boolean().default(true),
        /** Order of the buttons; a provider that is not listed has no button. */
        order: z.array(socialProvider).default(['google', 'linkedin', 'facebook']),
        /** Whether logos have their own colours; otherwise they have the colour of the text. */
        colouredIcons: z.boolean().default(true),
      })
      .prefault({}),
    /** The site's own texts, which replace messages of the catalogues, by locale and key. */
    texts: z.record(z.string(), z.record(z.string(), z.string())).default({}),
    /** Retention periods that differ from `RETENTION`, in the unit of each kind (docs/operating.md, "Retention"). */
    retention: ownRetention.default({}),
  })
  .superRefine(refuseUnlawful);

/** Type of the configuration in a site's folder. */
export type SiteDefinition = z.input<typeof siteSchema>;
/** Type of the validated configuration, with defaults. */
export type SiteConfig = z.output<typeof siteSchema> & { name: string };
export type Theme = SiteConfig['theme'];

/** Type-checks the configuration in `site.ts`. */
export function defineSite(site: SiteDefinition): SiteDefinition {
  return site;
}
