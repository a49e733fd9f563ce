import type { SearchFeature } from '#contract/search/search-features.js';
import type { SocialSignInRules } from '../accounts/social-providers.js';
import type { SiteRoles } from '../accounts/site-roles.js';
import type { CommerceRules } from '../commerce/commerce-rules.js';
import type { FileStoreOptions } from './file-store.js';
import type { FormattedExecutionResult } from './graphql-result.js';
import type { JobRules } from '../job-form/job-form.js';
import type { OrganizationRules } from '../organization-form/organization-form.js';
import type { OwnRetention } from '../retention/retention-periods.js';
import type { ResumeRules } from '../resume-form/resume-form.js';

/** One GraphQL request to a backend, whichever way it travels. */
export interface GraphqlRequest {
  operationName: string;
  query: string;
  variables?: Record<string, unknown>;
  /** Lower-case names; see `headers.ts` for the ones a backend reads. */
  headers: Record<string, string>;
}

/** A request to the backend's plain addresses (files, sitemaps). */
export interface BackendFetchRequest {
  /** With a leading slash and the query string. */
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
  /** Statements that wait for one. */
  waiting: number;
  /** How many may be open. */
  max: number;
}

/** How much of a kind of background work there is. All processes on a database share it. */
export interface QueueState {
  /** `mail`, `publish` … */
  kind: string;
  waiting: number;
  running: number;
  failed: number;
  /** For how long the oldest waiting task has been due; 0: none is. */
  overdueSeconds: number;
}

/** A running embedded backend. */
export interface Backend {
  execute(request: GraphqlRequest): Promise<FormattedExecutionResult>;
  fetch(request: BackendFetchRequest): Promise<BackendFetchResponse>;
  /** Resolves when the database answers; rejects with the reason otherwise. */
  ping(): Promise<void>;
  /** @returns kinds of work that wait long beyond their time: `mail`, `publish` … Rejects when the database does not answer. */
  lateWork(): Promise<string[]>;
  connections(): ConnectionCounts;
  /** Rejects when the database does not answer. */
  queues(): Promise<QueueState[]>;
  /**
   * The version of everything that pages of a site show: asked after a change was committed, by whatever process, it is another one
   * than before. Versions of two processes are never equal.
   *
   * @throws when the database does not answer.
   */
  version(site: string): Promise<string>;
  /** Empty without demo data. `password` is known only in the run that created the accounts, or when it was given. */
  demo: { accounts: DemoAccount[]; password?: string };
  /** Where mail goes. `off`: it waits in the database, and nobody sends it. */
  mail: MailDelivery;
  /** What was written, to be read in development; only where mail goes to it. */
  mailbox?: Mailbox;
  /** Ends its work and releases the data folder. May be called twice. */
  close(): Promise<void>;
}

export type MailDelivery = 'smtp' | 'mailbox' | 'off';

/** A mail as its reader sees it. */
export interface MailboxMail {
  id: number;
  from: string;
  to: string;
  subject: string;
  at: Date;
  html: string;
  text: string;
}

/** Mails that went no further than the database. */
export interface Mailbox {
  /** The newest first. */
  list(): Promise<MailboxMail[]>;
  /** @returns undefined when there is no such mail (any more) */
  read(id: number): Promise<MailboxMail | undefined>;
}

/** How mails of a site look and whom they come from. */
export interface MailSender {
  /** The site's name as people know it. */
  title: string;
  /** Where answers go to; the sender, unless there is an address for that. */
  contactEmail: string;
  /** `#0b5d57`. */
  accent: string;
}

/** Files for documents that a site sends, by their absolute paths. One that is not there is done without. */
export interface Letterhead {
  /** A PNG. */
  logo?: string;
  /** Whether the logo holds the site's name already. */
  showsTitle?: boolean;
  /** The site's font as TrueType, which PDF needs. */
  regular?: string;
  bold?: string;
}

export interface MailOptions {
  /** The server that takes mails: `smtps://user:password@host:465`. */
  smtpUrl?: string;
  /** The sender's address on every site; each site's `contactEmail` when missing. */
  from?: string;
  /** Whether mails end in the database, to be read there. Without effect where there is a server. */
  mailbox?: boolean;
}

/** Kinds of demo data. */
export const DEMO_PROFILES = ['international', 'canada', 'britain', 'europe'] as const;
export type DemoProfile = (typeof DEMO_PROFILES)[number];

/** What a backend has to know of a site. */
export interface BackendSite {
  name: string;
  /** Languages its pages come in, the first one being its default. */
  languages: string[];
  /** Of its pages, the default first; what it says in a language it says as its locale of that language. Its languages when missing. */
  locales?: readonly string[];
  /** Its own words for messages of the catalogues, by locale and key. */
  texts?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Groups of words and phrases that mean the same to its people; none when missing. */
  synonyms?: readonly (readonly string[])[];
  /** ISO codes of the countries in which a typed place is looked for first. */
  countries: string[];
  /** In which it sells (ISO 4217); none when missing. */
  currencies?: readonly string[];
  /** What publishing costs, and who sells; free, and nobody, when missing. */
  commerce?: CommerceRules;
  /** For how long it keeps what, where that differs from `RETENTION`; nothing does when missing. */
  retention?: OwnRetention;
  /** How its invoices look; plain when missing. */
  letterhead?: Letterhead;
  /** The IANA zone in which its dates count, where a job has no zone of its own; UTC when missing. */
  timeZone?: string;
  /** For how many days an imported job that names no closing date is shown; `DEFAULT_IMPORT_DAYS` when missing. */
  importDays?: number;
  /** Which demo data suits it. */
  demo: DemoProfile;
  /** Without it the site sends no mail. */
  mail?: MailSender;
  /** Which roles people register for and act in; both when missing. */
  roles?: SiteRoles;
  /** Whether a person approves recruiters before they publish jobs and see resumes; nobody has to when missing. */
  recruiterApproval?: boolean;
  /** Where the site wants to be shown that somebody is no robot; missing: nowhere. */
  captcha?: { registration: boolean };
  /** Which services people may log in with; none when missing. The product knows besides which of them are set up. */
  socialLogin?: SocialSignInRules;
  /**
   * What the site asks of whoever applies for a job: a captcha where nobody is logged in, or to log in first; and of employers, not to
   * archive a job without a word to those who wait for a decision. Missing: nothing of it. `attachments` false: files are taken only
   * where the employer asks for a resume.
   */
  applications?: { captcha: boolean; needAccount: boolean; closingMessage?: boolean; attachments?: boolean };
  /** What it decides about jobs; the defaults where it is missing. */
  jobs?: JobRules;
  /** Whether it has resumes; it does when missing. */
  resumes?: boolean;
  /** What it decides about the form of resumes; the defaults where it is missing. */
  resumeForm?: ResumeRules;
  /** Whether resumes are read from files; they are when missing. */
  resumeImport?: boolean;
  /** Whether it asks for consent to its texts; it does when missing. */
  gdprConsent?: boolean;
  /** Whether it has descriptions of jobs generated; it has not when missing. */
  aiDescription?: boolean;
  /** What it decides about the pages of organizations; the defaults where it is missing. */
  organizations?: OrganizationRules;
}

/** Shapes of geocoders' answers: of Photon's `/api` and Nominatim's `/search`. */
export const GEOCODER_KINDS = ['photon', 'nominatim'] as const;
export type GeocoderKind = (typeof GEOCODER_KINDS)[number];

/** A service that answers `POST {model, input: […]}` as OpenAI's `/embeddings` does. */
export interface EmbeddingsOptions {
  /** `https://embeddings.example.org/v1/embeddings`. */
  url: string;
  model: string;
  apiKey?: string;
}

/** A service that understands places. It is told what people type as a place, and nothing else of them. */
export interface GeocoderOptions {
  kind: GeocoderKind;
  /** Where it is asked, up to the question mark. */
  url: string;
}

/** The service of the European Union that knows which VAT ids exist. It is told the id of a buyer and that of the seller. */
export interface ViesOptions {
  /** Of its REST interface, without the operation: `https://ec.europa.eu/taxation_customs/vies/rest-api`. */
  url: string;
}

/** A service that judges captchas by the interface of `siteverify`: reCAPTCHA, hCaptcha, Turnstile. */
export interface CaptchaServiceOptions {
  /** Where a response is judged. */
  verifyUrl: string;
  /** Never in logs or answers. */
  secret: string;
}

/** Payments on the page of Stripe. Secrets never appear in logs or answers. */
export interface StripeOptions {
  secretKey: string;
  /** Signs the events that Stripe sends. */
  webhookSecret: string;
  /** Where its API is; at Stripe when missing. */
  apiBase?: string;
}

export interface BackendLogger {
  info(details: Record<string, unknown>, message: string): void;
  warn(details: Record<string, unknown>, message: string): void;
  error(details: Record<string, unknown>, message: string): void;
}

export interface BackendOptions {
  /** Holds the embedded database (`postgres/`) and the saved search index (`search-index/`); created when missing. */
  dataDir: string;
  /** A PostgreSQL server to use instead of the embedded one. */
  databaseUrl?: string;
  /** Streaming replicas of that server, which anonymous reads are asked of while they are fresh; none when missing. */
  replicaUrls?: readonly string[];
  sites: BackendSite[];
  /** Judges the captchas that sites ask for; the backend's own proof of work does when missing. */
  captchaService?: CaptchaServiceOptions;
  /** Sign the tokens of sessions: the first one, while the others are still taken. At least 32 characters each. */
  secrets: readonly string[];
  /** Payments by card; orders are paid by invoice alone when missing. */
  stripe?: StripeOptions;
  /** How mail is sent; not at all when missing. */
  mail?: MailOptions;
  /**
   * What links in mails begin with, no slash at the end: scheme and host of a site, and what addresses of its pages in a language begin
   * with. Never taken from a request, whose Host header anybody can write. undefined: not known yet, and mails wait.
   */
  homeOf?: (site: string, language: string) => string | undefined;
  /** Whether an empty site is filled with demo data and the demo accounts are made. */
  demoData: boolean;
  /** The demo accounts' password; made at random when missing. */
  demoPassword?: string;
  /** How many megabytes the search index in memory may take; 0: PostgreSQL answers searches alone. 512 when missing. */
  searchMemoryMb?: number;
  /** What the search does beyond finding the words that were typed; everything when missing. */
  searchFeatures?: readonly SearchFeature[];
  /** Whether this process sends mails, reads feeds, publishes jobs on time and so on; it does when missing. */
  runsBackgroundJobs?: boolean;
  /** Understands the places that people type; the bundled gazetteer when missing, and while it does not answer. */
  geocoder?: GeocoderOptions;
  /** A service that makes vectors of jobs; the backend makes them alone when missing. */
  embeddings?: EmbeddingsOptions;
  /** By ISO 4217 code, how much of a currency a euro is worth, in the place of the product's own rates. */
  exchangeRates?: Readonly<Record<string, number>>;
  /** Where files are kept outside of the database; all are in it when missing. */
  fileStore?: FileStoreOptions;
  /** Confirms VAT ids of buyers; only their format is checked when missing. */
  vies?: ViesOptions;
  /** Addresses and networks (`10.1.0.0/16`) from which feeds may be read though they are private; none when missing. */
  feedNetworks?: string[];
  logger: BackendLogger;
  /** Tests own time through it. */
  clock?: () => Date;
}
