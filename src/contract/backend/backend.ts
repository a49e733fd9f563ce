import type { SearchFeature } from '#contract/search/search-features.js';
import type { SocialSignInRules } from '../accounts/social-providers.js';
import type { SiteRoles } from '../accounts/account-roles.js';
import type { CommerceRules } from '../commerce/commerce-rules.js';
import type { FileStoreOptions } from './file-store.js';
import type { FormattedExecutionResult } from './graphql-over-http.js';
import type { JobRules } from '../job-form/job-form.js';
import type { OrganizationRules } from '../organization-form/organization-form.js';
import type { OwnRetention } from '../retention/retention-periods.js';
import type { ResumeRules } from '../resume-form/resume-form.js';

/** One GraphQL request to a backend, independent of the transport. */
export interface GraphqlRequest {
  operationName: string;
  query: string;
  variables?: Record<string, unknown>;
  /** Lower-case names; see `graphql-over-http.ts` for the ones a backend reads. */
  headers: Record<string, string>;
}

/** A request to the backend's URLs outside GraphQL (files, sitemaps). */
export interface BackendFetchRequest {
  /** Path with a leading slash, and the query string. */
  path: string;
  headers: Record<string, string>;
}

export interface BackendFetchResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array | AsyncIterable<Uint8Array>;
}

/** An account that exists only with demo data. */
export interface DemoAccount {
  email: string;
  role: string;
}

/** The connections of a process to its database. */
export interface ConnectionCounts {
  open: number;
  idle: number;
  /** Number of statements that wait for a connection. */
  waiting: number;
  /** Maximum number of open connections. */
  max: number;
}

/** Queue length of one kind of background work, which all processes with the same database share. */
export interface QueueState {
  /** `mail`, `publish` … */
  kind: string;
  waiting: number;
  running: number;
  failed: number;
  /** For how long the oldest waiting task has been overdue; 0 if none is. */
  overdueSeconds: number;
}

/** A running embedded backend. */
export interface Backend {
  execute(request: GraphqlRequest): Promise<FormattedExecutionResult>;
  fetch(request: BackendFetchRequest): Promise<BackendFetchResponse>;
  /** Resolves if the database responds; rejects with the reason otherwise. */
  ping(): Promise<void>;
  /** @returns the kinds of work that are long overdue: `mail`, `publish` … Rejects if the database does not respond. */
  lateWork(): Promise<string[]>;
  connections(): ConnectionCounts;
  /** Rejects if the database does not respond. */
  queues(): Promise<QueueState[]>;
  /**
   * Returns the version of everything that the pages of a site show. It changes with every committed change of any process. Versions of two
   * processes are never equal.
   *
   * @throws if the database does not respond.
   */
  version(site: string): Promise<string>;
  /** Empty without demo data. `password` is known only in the run that created the accounts, or if it was configured. */
  demo: { accounts: DemoAccount[]; password?: string };
  /** Mail delivery. `off`: mails stay in the database, and are not sent. */
  mail: MailDelivery;
  /** The written mails, for development; only if mails are delivered to it. */
  mailbox?: Mailbox;
  /** Stops all work and releases the data folder. May be called twice. */
  close(): Promise<void>;
}

export type MailDelivery = 'smtp' | 'mailbox' | 'off';

/** A mail as its recipient sees it. */
export interface MailboxMail {
  id: number;
  from: string;
  to: string;
  subject: string;
  at: Date;
  html: string;
  text: string;
}

/** Mails that are only stored in the database. */
export interface Mailbox {
  /** Returns the mails, newest first. */
  list(): Promise<MailboxMail[]>;
  /** @returns undefined if the mail does not exist (any more) */
  read(id: number): Promise<MailboxMail | undefined>;
}

/** Design and sender of a site's mails. */
export interface MailSender {
  /** The site's display name. */
  title: string;
  /** Reply address; also the sender, unless another address is configured for that. */
  contactEmail: string;
  /** Accent colour, such as `#0b5d57`. */
  accent: string;
}

/** Absolute paths of files for a site's documents. Missing files are left out. */
export interface Letterhead {
  /** Path of a PNG. */
  logo?: string;
  /** Whether the logo contains the site's name. */
  showsTitle?: boolean;
  /** The site's font as TrueType, which PDF needs. */
  regular?: string;
  bold?: string;
}

export interface MailOptions {
  /** The SMTP server: `smtps://user:password@host:465`. */
  smtpUrl?: string;
  /** The sender address of all sites; if missing, each site's `contactEmail`. */
  from?: string;
  /** Whether mails stay in the database, to be read there. No effect if a server is configured. */
  mailbox?: boolean;
}

/** Kinds of demo data. */
export const DEMO_PROFILES = ['international', 'canada', 'britain', 'europe'] as const;
export type DemoProfile = (typeof DEMO_PROFILES)[number];

/** The part of a site's configuration that the backend needs. */
export interface BackendSite {
  name: string;
  /** Languages of its pages; the first one is the default. */
  languages: string[];
  /** Locales of its pages, the default first; texts in a language use its locale. If missing, the languages are used. */
  locales?: readonly string[];
  /** The site's own texts, which replace messages of the catalogues, by locale and key. */
  texts?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Groups of synonymous words and phrases; none if missing. */
  synonyms?: readonly (readonly string[])[];
  /** ISO codes of the countries in which entered places are searched first. */
  countries: string[];
  /** Currencies in which the site sells (ISO 4217); none if missing. */
  currencies?: readonly string[];
  /** Price of publishing and data of the seller; if missing, publishing is free and nothing is sold. */
  commerce?: CommerceRules;
  /** Retention periods that differ from `RETENTION`. */
  retention?: OwnRetention;
  /** Design of its invoices; plain if missing. */
  letterhead?: Letterhead;
  /** The IANA time zone of its dates, where a job has no zone of its own; UTC if missing. */
  timeZone?: string;
  /** For how many days an imported job without a closing date is shown; `DEFAULT_IMPORT_DAYS` if missing. */
  importDays?: number;
  /** The suitable set of demo data. */
  demo: DemoProfile;
  /** If missing, the site sends no mail. */
  mail?: MailSender;
  /** The roles that people can register for; both if missing. */
  roles?: SiteRoles;
  /** Whether recruiters need approval before they publish jobs and see resumes; not required if missing. */
  recruiterApproval?: boolean;
  /** Where the site requires a captcha; nowhere if missing. */
  captcha?: { registration: boolean };
  /** Login providers of the site; none if missing. Which of them are configured is known elsewhere. */
  socialLogin?: SocialSignInRules;
  /**
   * Requirements for applications: a captcha for anonymous applicants, or a login; and for employers, a message to applicants who wait for
   * a decision before a job can be archived. If missing, there are none. With `attachments` false, files are accepted only if the employer
   * requires a resume.
   */
  applications?: { captcha: boolean; needAccount: boolean; closingMessage?: boolean; attachments?: boolean };
  /** Rules for jobs; defaults if missing. */
  jobs?: JobRules;
  /** Whether the site has resumes; true if missing. */
  resumes?: boolean;
  /** Rules for the resume form; defaults if missing. */
  resumeForm?: ResumeRules;
  /** Whether resumes can be imported from files; true if missing. */
  resumeImport?: boolean;
  /** Whether the site requires consent to its texts; true if missing. */
  gdprConsent?: boolean;
  /** Whether job descriptions can be generated; false if missing. */
  aiDescription?: boolean;
  /** Rules for the pages of organizations; defaults if missing. */
  organizations?: OrganizationRules;
}

/** Response formats of geocoders: Photon's `/api` and Nominatim's `/search`. */
export const GEOCODER_KINDS = ['photon', 'nominatim'] as const;
export type GeocoderKind = (typeof GEOCODER_KINDS)[number];

/** A service that responds to `POST {model, input: […]}` like OpenAI's `/embeddings`. */
export interface EmbeddingsOptions {
  /** `https://embeddings.example.org/v1/embeddings`. */
  url: string;
  model: string;
  apiKey?: string;
}

/** A geocoding service. It receives only the text that people enter as a place. */
export interface GeocoderOptions {
  kind: GeocoderKind;
  /** URL of its search, without the query. */
  url: string;
}

/** The VIES service of the European Union, which validates VAT ids. It receives the ids of the buyer and the seller. */
export interface ViesOptions {
  /** Base URL of its REST interface, without the operation: `https://ec.europa.eu/taxation_customs/vies/rest-api`. */
  url: string;
}

/** A captcha service with the `siteverify` interface: reCAPTCHA, hCaptcha, Turnstile. */
export interface CaptchaServiceOptions {
  /** URL that verifies a captcha response. */
  verifyUrl: string;
  /** Must never appear in logs or responses. */
  secret: string;
}

/** Payments on a page of Stripe. Secrets never appear in logs or responses. */
export interface StripeOptions {
  secretKey: string;
  /** Secret with which Stripe signs its events. */
  webhookSecret: string;
  /** Base URL of its API; that of Stripe if missing. */
  apiBase?: string;
}

export interface BackendLogger {
  info(details: Record<string, unknown>, message: string): void;
  warn(details: Record<string, unknown>, message: string): void;
  error(details: Record<string, unknown>, message: string): void;
}

export interface BackendOptions {
  /** Contains the embedded database (`postgres/`) and the saved search index (`search-index/`); created if missing. */
  dataDir: string;
  /** A PostgreSQL server to use instead of the embedded one. */
  databaseUrl?: string;
  /** Streaming replicas of that server, used for anonymous reads while they are up to date; none if missing. */
  replicaUrls?: readonly string[];
  sites: BackendSite[];
  /** Verifies the captchas of sites; if missing, the backend's own proof of work is used. */
  captchaService?: CaptchaServiceOptions;
  /** Secrets for session tokens: the first one signs, all are accepted. At least 32 characters each. */
  secrets: readonly string[];
  /** Payments by card; if missing, orders are paid by invoice only. */
  stripe?: StripeOptions;
  /** Mail delivery; if missing, no mail is sent. */
  mail?: MailOptions;
  /**
   * Returns the base URL of links in mails, without a trailing slash: scheme and host of a site, and the path prefix of a language. Never
   * taken from a request, whose Host header can be forged. undefined if it is not known yet, in which case mails wait.
   */
  homeOf?: (site: string, language: string) => string | undefined;
  /** Whether an empty site is filled with demo data and demo accounts. */
  demoData: boolean;
  /** The demo accounts' password; random if missing. */
  demoPassword?: string;
  /** Memory limit of the in-memory search index in megabytes; 0: searches use PostgreSQL only. 512 if missing. */
  searchMemoryMb?: number;
  /** Search features beyond finding the entered words; all if missing. */
  searchFeatures?: readonly SearchFeature[];
  /** Whether this process does background work, such as sending mails, reading feeds and publishing jobs; true if missing. */
  runsBackgroundJobs?: boolean;
  /** Geocodes entered places; if missing, or while it does not respond, the bundled gazetteer is used. */
  geocoder?: GeocoderOptions;
  /** A service that computes embeddings of jobs; if missing, the backend computes vectors itself. */
  embeddings?: EmbeddingsOptions;
  /** Value of one euro in each currency, by ISO 4217 code; replaces the built-in rates. */
  exchangeRates?: Readonly<Record<string, number>>;
  /** Storage of files outside of the database; if missing, all files are in the database. */
  fileStore?: FileStoreOptions;
  /** Validates VAT ids of buyers; if missing, only their format is checked. */
  vies?: ViesOptions;
  /** Private addresses and networks (`10.1.0.0/16`) from which feeds may be read; none if missing. */
  feedNetworks?: string[];
  logger: BackendLogger;
  /** Replaces the clock in tests. */
  clock?: () => Date;
}
