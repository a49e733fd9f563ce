import type { GraphqlResult } from '../backend/graphql-outcome.js';
import type { ConsentChoices } from '../consent/consent-services.js';
import type { RelayAccess } from '../measurement/relay-report.js';
import type { SaidNotice } from './notices.js';
import type { PublicSite } from './public-site.js';
import type { Href, LocaleAddresses } from './route-names.js';
import type { RouteMatch } from './route-match.js';
import type { ViewSource } from '../view-source.js';
import type { SentForm } from '../applications/sent-form.js';
import type { GetUserQuery, RoleName, TypedDocumentString } from '../generated/operations.js';

/** What the server hands to a page for one request; in Vike's page context as `request`. */
export interface PageRequest {
  site: PublicSite;
  /** The page's locale, one of `site.locales`. */
  locale: string;
  /** Messages of that locale, flat, ready for `translator`. */
  messages: Readonly<Record<string, string>>;
  /** Scheme and host of this site, no slash at the end. */
  origin: string;
  /** Path without locale prefix and translated names, decoded; and of the query the parameters in `PAGE_PARAMETERS`. */
  path: string;
  query: URLSearchParams;
  /** Facet values that stand in the path of a search. */
  pathFacets: readonly { facet: string; value: string; label: string; slug: string }[];
  /** Addresses of this locale: every link and redirect of a page is made by it. */
  href: Href;
  addresses: LocaleAddresses;
  /** All locales of the site, the first before others. */
  languages: readonly { locale: string; href: Href }[];
  /** Those in which the page is there, this one or not, the site's first before others. */
  translations: PageRequest['languages'];
  /** What the backend says of this path; only for paths that are resolved there. */
  route?: RouteMatch;
  /** Who is logged in; null: nobody, or the backend does not say. A page that has one is for this visitor alone. */
  viewer: Viewer | null;
  /** There is a session, but the backend does not say whose. */
  isViewerUnknown: boolean;
  /** A form of this page that was sent and is to be put right. */
  form?: SentForm;
  /** What was done on the page before, to be said once. */
  notice?: SaidNotice;
  /**
   * What the visitor decided about services of others, and whether their browser asks for Global Privacy Control. Asking for it makes the
   * page one for this visitor alone.
   */
  consent(): { choices: ConsentChoices; hasPrivacyControl: boolean };
  /** Where the visitor had a mail sent in the last hour. Asking for it makes the page one for this visitor alone. */
  mailedAddress(): string | undefined;
  /**
   * Where the visitor came from to the job whose application form this page has; undefined: not known. Asking for it makes the page one for
   * this visitor alone.
   */
  applicationSource(jobId: string): ViewSource | undefined;
  /**
   * The token that a form of the page sends along (`CSRF_FIELD`), so that no other site can send it. Asking for it makes the page one for
   * this visitor alone.
   */
  csrfToken(): string;
  /** Asks the backend, on behalf of the viewer; never throws for what can go wrong outside. */
  graphql<TData, TVariables>(
    document: TypedDocumentString<TData, TVariables>,
    variables: TVariables,
  ): Promise<GraphqlResult<TData>>;
  /** Menus of the site; the last known one where the backend does not answer. */
  menu(name: string): Promise<PageMenu>;
  /** What the backend tells its frontends to do (getAppConfig); undefined: nothing. */
  appConfig(name: string): Promise<string | undefined>;
  /** Relays of events; for pages of administrators alone. */
  relays: RelayAccess;
  /** Set when this page tells of an error. */
  error?: { status: number; reason: string };
  /** The theme as CSS, inlined into the head. */
  themeCss: string;
  /** Allows the page's own inline scripts. */
  nonce: string;
  /** Whoever cannot wait for late parts (robots, visitors without scripts are the same to us): everything is sent at once. */
  unstreamed: boolean;
  /** The page calls this where its answer is not a plain 200. */
  respond(response: {
    status?: number;
    headers?: Record<string, string>;
    /** From when on what it says is not true any more, though no data has changed. */
    validUntil?: Date;
    /** The answer is for this visitor alone. */
    personal?: true;
    /** The search that the page answers, to be counted as often as the page is sent. */
    search?: PageSearch;
    /** What the page says at its top, once, to which this answer leads. */
    notice?: SaidNotice;
  }): void;
  requestId: string;
  now: Date;
}

/** A search as it is counted: nothing else of it is. */
export interface PageSearch {
  /** See `countableWords`. */
  words: string;
  /** Of the page (`en`). */
  language: string;
  /** Whether nothing was found for the words as they were typed. */
  isEmpty: boolean;
}

type SpecifiedUser = NonNullable<GetUserQuery['getUser']>;
interface NamedOrganization {
  id: string;
  name: string;
}

/** The user of the specification (getUser), with what our own backends tell besides. */
export interface ViewerUser extends Omit<SpecifiedUser, 'roles' | 'activeOrganization'> {
  /** Those that the product knows. */
  roles: { targetId: RoleName }[];
  activeOrganization: NamedOrganization | null;
  /** All of this site that the user works for, as far as the backend tells. */
  organizations: NamedOrganization[];
}

/** Who looks at a page. */
export interface Viewer {
  user: ViewerUser;
  /** An administrator acts as this user (AUTH-14). */
  masqueraded: boolean;
  /** AUTH-16. */
  isNewUserViaSocial: boolean;
}

export interface PageMenu {
  items: { title: string; path: string; class?: string | null; target?: string | null }[];
}
