import type { Readable } from 'node:stream';
import type { GraphqlResult } from '../backend/graphql-outcome.js';
import type { ConsentChoices } from '../consent/consent-services.js';
import type { RelayAccess } from '../measurement/relay-report.js';
import type { ViewSource } from '../view-source.js';
import type { SentForm } from '../applications/sent-form.js';
import type { GetUserQuery, RoleName, TypedDocumentString } from '../generated/operations.js';
import type { SaidNotice } from './notices.js';
import type { PublicSite } from './public-site.js';
import type { Href, LocaleAddresses } from './route-names.js';
import type { RouteMatch } from './route-match.js';

/** Marks the places in a page's document, in this order: language, session status, end of the head, body. */
export const DOCUMENT_SLOT = '<!--slot-->';

/** Data that the server passes to a page for one request; in Vike's page context as `request`. */
export interface PageRequest {
  site: PublicSite;
  /** The page's locale, one of `site.locales`. */
  locale: string;
  /** Messages of that locale, flat, ready for `translator`. */
  messages: Readonly<Record<string, string>>;
  /** Scheme and host of this site, without a trailing slash. */
  origin: string;
  /** Decoded path without locale prefix and translated names; and the query parameters in `PAGE_PARAMETERS`. */
  path: string;
  query: URLSearchParams;
  /** Facet values in the path of a search. */
  pathFacets: readonly { facet: string; value: string; label: string; slug: string }[];
  /** Builds URLs of this locale; used for every link and redirect of a page. */
  href: Href;
  addresses: LocaleAddresses;
  /** All locales of the site, the default first. */
  languages: readonly { locale: string; href: Href }[];
  /** The locales in which the page exists, whether or not they include the current one; the site's default first. */
  translations: PageRequest['languages'];
  /** The backend's content for this path; only for paths that the backend resolves. */
  route?: RouteMatch;
  /** The logged-in user; null if there is none, or the backend does not respond. A page with a viewer is for this visitor only. */
  viewer: Viewer | null;
  /** Whether there is a session that the backend could not identify. */
  isViewerUnknown: boolean;
  /** A form of this page that was sent and has to be corrected. */
  form?: SentForm;
  /** A notice about what was done on the previous page, shown once. */
  notice?: SaidNotice;
  /**
   * The visitor's decisions about third-party services, and whether their browser sends Global Privacy Control. Calling this makes the page
   * specific to this visitor.
   */
  consent(): { choices: ConsentChoices; hasPrivacyControl: boolean };
  /** The address to which a mail for the visitor was sent in the last hour. Calling this makes the page specific to this visitor. */
  mailedAddress(): string | undefined;
  /**
   * The source that led the visitor to the job whose application form is on this page; undefined if unknown. Calling this makes the page
   * specific to this visitor.
   */
  applicationSource(jobId: string): ViewSource | undefined;
  /**
   * The CSRF token that forms of the page contain (`CSRF_FIELD`), so that no other site can send them, joined with a mark of the account of
   * the page (`partsOfCsrf`). Calling this makes the page specific to this visitor.
   */
  csrfToken(): string;
  /** Calls the backend on behalf of the viewer; never throws for external failures. */
  graphql<TData, TVariables>(
    document: TypedDocumentString<TData, TVariables>,
    variables: TVariables,
  ): Promise<GraphqlResult<TData>>;
  /** Returns a menu of the site; the last known one if the backend does not respond. */
  menu(name: string): Promise<PageMenu>;
  /** A setting of the backend for its frontends (getAppConfig); undefined if there is none. */
  appConfig(name: string): Promise<string | undefined>;
  /** Relays of events; only for administrators' pages. */
  relays: RelayAccess;
  /** Set if this page shows an error. */
  error?: { status: number; reason: string };
  /** The theme as CSS, inlined into the head. */
  themeCss: string;
  /** Returns what allows the page's own inline scripts; the same for all of them. */
  nonce: () => string;
  /**
   * Whether to send everything at once, for clients that cannot handle streamed parts: robots and visitors without scripts, which are
   * treated alike.
   */
  unstreamed: boolean;
  /** Called by the page if its response is not a plain 200. */
  respond(response: {
    status?: number;
    headers?: Record<string, string>;
    /** Time after which the content is outdated, even without changes of the data. */
    validUntil?: Date;
    /** Makes the response specific to this visitor. */
    personal?: true;
    /** The search of this page, which is counted whenever the page is sent. */
    search?: PageSearch;
    /** Notice that the target page of this redirect shows once at its top. */
    notice?: SaidNotice;
  }): void;
  requestId: string;
  now: Date;
}

/** All data that is counted about a search. */
export interface PageSearch {
  /** See `countableWords`. */
  words: string;
  /** Language of the page (`en`). */
  language: string;
  /** Whether there were no results for the words as typed. */
  isEmpty: boolean;
}

type SpecifiedUser = NonNullable<GetUserQuery['getUser']>;
export interface NamedOrganization {
  id: string;
  name: string;
}

/** The user of the specification (getUser), with additional fields of this product's backend. */
export interface ViewerUser extends Omit<SpecifiedUser, 'roles' | 'activeOrganization'> {
  /** Only roles that the product knows. */
  roles: { targetId: RoleName }[];
  activeOrganization: NamedOrganization | null;
  /** The organizations of this site that the user works for, as far as the backend returns them. */
  organizations: NamedOrganization[];
}

/** The user who views a page. */
export interface Viewer {
  user: ViewerUser;
  /** Whether an administrator acts as this user (AUTH-14). */
  masqueraded: boolean;
  /** AUTH-16. */
  isNewUserViaSocial: boolean;
}

export interface PageMenu {
  items: { title: string; path: string; class?: string | null; target?: string | null }[];
}

/**
 * Login state (AUTH-06), in the attribute `data-session` of every page. `loading`: the page's script has to request it, which is the case
 * on pages for a logged-in user, and if the backend could not identify the session.
 */
export type SessionStatus = 'loading' | 'authenticated' | 'unauthenticated';

/** Header with the encoded id of the user, besides the session that page scripts can read. */
export const ACCOUNT_HEADER = 'x-causeboard-account';

/** HTML in pieces, in order, in as many lists as suits its author: collecting thousands of pieces in one list would cost more. */
export type HtmlPieces = readonly (readonly string[])[];

/** A page's body: all of its HTML, or a stream if parts of it are still being rendered. */
export type PageBody = HtmlPieces | Readable;

/** The parts of a page besides its document. */
export interface PageParts {
  language: string;
  session: SessionStatus;
  head: string;
  body: PageBody;
  /** HTML after the body. */
  end: string;
}

/** A complete document that is not composed of parts. */
interface CompleteDocument {
  document: string;
}

/** Renders the parts of a page for a request. Rejects only if there is a bug. */
export type RenderFunction = (request: PageRequest) => Promise<PageParts | CompleteDocument>;
