import type { JobType } from '../job-form/job-form.js';
import type { PageMeasurement } from '../measurement/page-measurement.js';
import type { RouteNames } from './route-names.js';
import type { CaptchaWidget } from '../accounts/captcha-widget.js';
import type { PageConsent } from '../consent/consent-providers.js';
import type { SocialProvider } from '../accounts/social-providers.js';

/** The part of a site's configuration that pages use and browsers may see. */
export interface PublicSite {
  /** The folder's name in `config/sites`. */
  name: string;
  /** Display name. */
  title: string;
  /** Contact address for visitors. */
  contactEmail: string;
  /** Base path of the session protocol, without a trailing slash. */
  authPath: string;
  /** BCP 47; the first is the default. With more than one, paths carry a locale prefix (ROUTE-09). */
  locales: readonly string[];
  /** Translated paths by locale; without an entry, paths are not translated. */
  routeNames: Readonly<Partial<Record<string, RouteNames>>>;
  /** ISO country codes; entered places, and the regions of remote jobs, are searched here first. */
  countries: readonly string[];
  /** The IANA zone in which the site's pages show dates. */
  timeZone: string;
  search: {
    /** Languages of the jobs shown. */
    languages: readonly string[];
    jobsPerPage: number;
    organizationsPerPage: number;
    resumesPerPage: number;
    /** In kilometres. */
    defaultRadius: number;
    /** Number of featured organizations that are shown before all others; 0 to 4. */
    featuredOrganizations: number;
    /** Whether the list of organizations begins with the featured ones. */
    featuredOrganizationsFirst: boolean;
    /** Radius around the map's centre, in kilometres, in which places are suggested before others of their size. */
    autocompleteRadius: number;
    /** Whether searches are counted. */
    countQueries: boolean;
  };
  /** Number of promoted entries on the home page. */
  teasers: {
    featuredJobs: number;
    videoJobs: number;
    topJobs: number;
    trainingOrganizations: number;
    /** Number of training organizations next to each other on a wide screen. */
    trainingSlides: number;
    /** Number of results between advertisements. */
    adEvery: number;
  };
  /** Coordinates in degrees. */
  map: { centre: { lat: number; lon: number } };
  logo: {
    /** Inline SVG, drawn in `currentColor` and the theme's tokens. */
    svg: string;
    /** Whether the image contains the site's name. */
    showsTitle: boolean;
    /** Target of the logo's link, except on `exceptPaths` (SITE-09). */
    href: string;
    /** Exact paths, or with `*` at the end all paths below; `*` alone means everywhere. */
    exceptPaths: readonly string[];
  };
  /** The home page's illustration, inline SVG of at most 12 kB. */
  illustration: string;
  /** Whether news are placed right after the newest jobs on the home page; otherwise at its end. */
  newsFirst: boolean;
  currencyPosition: 'before' | 'after';
  sharing: readonly ShareTarget[];
  features: SiteFeatures;
  /** Possible formats of a job. */
  jobForm: { types: readonly JobType[] };
  /** Whether resumes have a salutation. */
  resumeForm: { salutation: boolean };
  /** Products of the site and their terms. */
  commerce: SiteCommerce;
  /** Login providers that are enabled and configured, in the order of their buttons. */
  socialLogin: { providers: readonly SocialProvider[]; colouredIcons: boolean };
  /** The captcha service; missing if the product's own captchas are used. */
  captcha?: CaptchaWidget;
  /** The services that pages load with the visitor's consent, and the consent provider; missing if there are none. */
  consent?: PageConsent;
  /** Whether visitors see a consent prompt on arrival, and not only in place of embedded content. */
  asksForConsent: boolean;
  /** Sources of embedded videos and maps; null: they are shown as links. */
  embeds: { youtube: string | null; vimeo: string | null; maps: string | null };
  /** A geocoder that browsers may query for places, with consent. */
  geocoder?: string;
  /** Measurement settings of the site's pages; missing if nothing is measured. */
  measurement?: PageMeasurement;
  /** The URL parameter that identifies campaigns; if missing, the backend defines it, or there is none. */
  creationSource?: string;
  /** Site assets by role, with a content hash in their path. */
  assets: {
    font: string;
    icon: string;
    /** The icon as PNG, 192 and 512 pixels wide; a maskable one; one for home screens of phones. */
    icon192: string;
    icon512: string;
    maskable: string;
    touch: string;
    ogImage: string;
  };
}

export interface SiteCommerce {
  /** What an organization pays for publishing a job: nothing, a job credit, or a slot of its subscription. */
  publishing: 'free' | 'credit' | 'slot';
  /** Whether organizations can buy online. Otherwise product pages lead to the contact form. */
  selfService: boolean;
  /** The credit of a job is refunded if the job is archived within this number of hours. */
  refundHours: number;
  /** ISO 4217 codes of the currencies in which the site sells, the default first. */
  currencies: readonly string[];
}

export type ShareTarget = 'facebook' | 'linkedin' | 'email' | 'twitter' | 'whatsapp' | 'bluesky' | 'xing';

export interface SiteFeatures {
  applicant: boolean;
  recruiter: boolean;
  resume: boolean;
  /** Whether resumes can be imported from files. */
  resumeImport: boolean;
  /** Whether applicants see the completeness of their resume in percent. */
  percentageBox: boolean;
  /** Whether applicants see what is missing in their resume. */
  completenessCard: boolean;
  /** Whether resumes that contain everything that recruiters look for are marked and listed first. */
  topCv: boolean;
  /** Whether matching jobs are shown below a resume. */
  resumeRecommender: boolean;
  /** Whether matching applicants are shown below a recruiter's jobs. */
  jobManagerRecommender: boolean;
  /** Whether applicants are redirected to the wizard while their resume is not yet visible in the search. */
  incompleteRedirectToWizard: boolean;
  /** Whether maps are offered at all; each requires consent. */
  maps: boolean;
  /** Whether the search has a field for keywords. */
  keywordSearch: boolean;
  /** Whether the search has a field for a place. */
  geoSearch: boolean;
  /** Whether there are ad slots among search results. */
  adTeasers: boolean;
  /** Whether people may log in with accounts of other services. */
  socialLogin: boolean;
  /** Whether registration requires a captcha, which the backend verifies. */
  registrationCaptcha: boolean;
  applicationCaptcha: boolean;
  /** Whether files may be attached to all applications, even if the employer does not require a resume. */
  attachmentsBox: boolean;
  /** Whether the list contains only featured organizations. */
  onlyFeaturedOrganizations: boolean;
  /** Whether organizations can be searched by fields of study. */
  fieldsOfStudy: boolean;
  /** Whether organizations can buy subscriptions. */
  subscriptions: boolean;
  /** Whether recruiters need approval before they publish jobs and see resumes. */
  recruiterApproval: boolean;
  /** Whether applying for a job requires a login. */
  forcedRegistration: boolean;
  /** Whether the dashboard lists applications: the user's own, or the received ones. */
  dashboardApplications: boolean;
  /** Whether a job can be archived only after a message to the applicants who wait for a decision. */
  closingMessage: boolean;
  /** Whether people have to agree to consent texts when they register, and again after changes. */
  gdprConsent: boolean;
  /** Whether employers may have job descriptions generated, which they can then edit. */
  aiDescription: boolean;
  /** Whether the site is in maintenance mode: it shows everything and rejects changes. */
  readOnly: boolean;
  /** Whether tags in the browser measure page views, visits and events. */
  measurement: boolean;
  /** Whether events are relayed to Google, and to Meta. */
  measurementApi: boolean;
  conversionApi: boolean;
}
