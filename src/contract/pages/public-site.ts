import type { JobType } from '../job-form/job-form.js';
import type { PageMeasurement } from '../measurement/page-measurement.js';
import type { RouteNames } from './route-names.js';
import type { CaptchaWidget } from '../accounts/captcha-widget.js';
import type { PageConsent } from '../consent/consent-providers.js';
import type { SocialProvider } from '../accounts/social-providers.js';

/** The part of a site's configuration that pages render from and browsers may see. */
export interface PublicSite {
  /** The folder's name in `config/sites`. */
  name: string;
  /** What people call it. */
  title: string;
  /** Where visitors write to. */
  contactEmail: string;
  /** Where the session protocol is, no slash at the end. */
  authPath: string;
  /** BCP 47; the first is the default. With more than one, paths carry a locale prefix (ROUTE-09). */
  locales: readonly string[];
  /** How paths are written, by locale; a locale without it writes them as they are. */
  routeNames: Readonly<Partial<Record<string, RouteNames>>>;
  /** ISO codes; a remote job's eligibility and a typed place are read from here first. */
  countries: readonly string[];
  /** The IANA zone in which the site's pages show dates. */
  timeZone: string;
  search: {
    /** Languages of the jobs shown. */
    languages: readonly string[];
    jobsPerPage: number;
    organizationsPerPage: number;
    resumesPerPage: number;
    /** Kilometres. */
    defaultRadius: number;
    /** How many organizations the operators show before all others; 0 to 4. */
    featuredOrganizations: number;
    /** Whether the list of organizations begins with those. */
    featuredOrganizationsFirst: boolean;
    /** Kilometres around the map's centre in which places are suggested before others of their size. */
    autocompleteRadius: number;
    /** Whether searches are counted. */
    countQueries: boolean;
  };
  /** How many of those that the operators put forward the home page shows. */
  teasers: {
    featuredJobs: number;
    videoJobs: number;
    topJobs: number;
    trainingOrganizations: number;
    /** How many of them stand beside each other on a wide screen. */
    trainingSlides: number;
    /** After how many results an advertisement stands. */
    adEvery: number;
  };
  /** In degrees. */
  map: { centre: { lat: number; lon: number } };
  logo: {
    /** Inline SVG, drawn in `currentColor` and the theme's tokens. */
    svg: string;
    /** Whether the drawing holds the site's name already. */
    showsTitle: boolean;
    /** Where the logo leads, except on `exceptPaths` (SITE-09). */
    href: string;
    /** Exact paths, or with `*` at the end for all below; `*` alone means everywhere. */
    exceptPaths: readonly string[];
  };
  /** The home page's own drawing, inline SVG of at most 12 kB. */
  illustration: string;
  /** Whether news come right after the newest jobs on the home page; else they end it. */
  newsFirst: boolean;
  currencyPosition: 'before' | 'after';
  sharing: readonly ShareTarget[];
  features: SiteFeatures;
  /** How a job may be given. */
  jobForm: { types: readonly JobType[] };
  /** Whether resumes have a salutation. */
  resumeForm: { salutation: boolean };
  /** What the site sells, and on what terms. */
  commerce: SiteCommerce;
  /** Services to log in with: those that the site wants and that are set up, in the order of their buttons. */
  socialLogin: { providers: readonly SocialProvider[]; colouredIcons: boolean };
  /** The service that tells people from robots; missing: the product does so itself. */
  captcha?: CaptchaWidget;
  /** The services that pages load with the visitor's consent, and who asks for it; missing: there are none. */
  consent?: PageConsent;
  /** Whether visitors are asked on arrival, and not only where something would stand in a page. */
  asksForConsent: boolean;
  /** Where videos and maps in pages come from; null: they are linked to. */
  embeds: { youtube: string | null; vimeo: string | null; maps: string | null };
  /** A geocoder that browsers may ask for places, with consent. */
  geocoder?: string;
  /** What is measured on the site's pages; missing: nothing is. */
  measurement?: PageMeasurement;
  /** The parameter by which campaigns name themselves in addresses; missing: the backend says so, or nobody does. */
  creationSource?: string;
  /** Site assets by role, with a content hash in their path. */
  assets: {
    font: string;
    icon: string;
    /** The icon as PNG, 192 and 512 pixels wide; one that may be cut to any shape; one for home screens of phones. */
    icon192: string;
    icon512: string;
    maskable: string;
    touch: string;
    ogImage: string;
  };
}

export interface SiteCommerce {
  /** What an organization gives for publishing a job: nothing, a job credit, or a slot of its subscription. */
  publishing: 'free' | 'credit' | 'slot';
  /** Whether organizations buy by themselves. Otherwise the pages of products lead to the contact form. */
  selfService: boolean;
  /** Within how many hours a job that is archived gets its credit back. */
  refundHours: number;
  /** ISO 4217, in which the site sells, the first before others. */
  currencies: readonly string[];
}

export type ShareTarget = 'facebook' | 'linkedin' | 'email' | 'twitter' | 'whatsapp' | 'bluesky' | 'xing';

export interface SiteFeatures {
  applicant: boolean;
  recruiter: boolean;
  resume: boolean;
  /** Whether a resume may be read from a file. */
  resumeImport: boolean;
  /** Whether applicants are told how complete their resume is. */
  percentageBox: boolean;
  /** Whether they are told what is missing in it. */
  completenessCard: boolean;
  /** Whether resumes with everything that recruiters look for are marked, and come first in their lists. */
  topCv: boolean;
  /** Whether jobs that fit stand below a resume. */
  resumeRecommender: boolean;
  /** Whether people who fit stand below the jobs of a recruiter. */
  jobManagerRecommender: boolean;
  /** Whether applicants come to the wizard first while their resume cannot be found yet. */
  incompleteRedirectToWizard: boolean;
  /** Whether maps may be offered at all; each still waits for consent. */
  maps: boolean;
  /** Whether the search asks for words. */
  keywordSearch: boolean;
  /** Whether the search asks for a place. */
  geoSearch: boolean;
  /** Whether results leave places for advertisements. */
  adTeasers: boolean;
  /** Whether people may log in with what they have elsewhere. */
  socialLogin: boolean;
  /** Whether whoever registers shows that they are no robot; the backend checks it. */
  registrationCaptcha: boolean;
  applicationCaptcha: boolean;
  /** Whether files may be attached to applications also where the employer does not ask for a resume. */
  attachmentsBox: boolean;
  /** Whether organizations that are not featured stay out of the list. */
  onlyFeaturedOrganizations: boolean;
  /** Whether people look for organizations by what they have studied. */
  fieldsOfStudy: boolean;
  /** Whether organizations subscribe to what they need. */
  subscriptions: boolean;
  /** Whether a person of the site approves recruiters before they publish jobs and see resumes. */
  recruiterApproval: boolean;
  /** Whether one has to log in before applying for a job. */
  forcedRegistration: boolean;
  /** Whether the dashboard lists applications: one's own, or those that came in. */
  dashboardApplications: boolean;
  /** Whether no job is archived without a word to those who wait for a decision about their application. */
  closingMessage: boolean;
  /** Whether people are shown the texts of consent when they register, and asked again when these change. */
  gdprConsent: boolean;
  /** Whether an employer may have a job described by a machine, to be put right by hand. */
  aiDescription: boolean;
  /** The site is in maintenance: it shows everything and changes nothing. */
  readOnly: boolean;
  /** Whether page views, visits and events are measured by tags in the browser. */
  measurement: boolean;
  /** Whether events are relayed to Google, and to Meta. */
  measurementApi: boolean;
  conversionApi: boolean;
}
