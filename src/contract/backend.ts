import type { FormattedExecutionResult } from './graphql-result.js';

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

/** A running embedded backend. */
export interface Backend {
  execute(request: GraphqlRequest): Promise<FormattedExecutionResult>;
  fetch(request: BackendFetchRequest): Promise<BackendFetchResponse>;
  /** Resolves when the database answers; rejects with the reason otherwise. */
  ping(): Promise<void>;
  /**
   * The version of everything that pages of a site show: asked after a change was committed, by whatever process, it is another one
   * than before. Versions of two processes are never equal.
   *
   * @throws when the database does not answer.
   */
  version(site: string): Promise<string>;
  /** Empty without demo data. `password` is known only in the run that created the accounts, or when it was given. */
  demo: { accounts: DemoAccount[]; password?: string };
  /** Ends its work and releases the data folder. May be called twice. */
  close(): Promise<void>;
}

/** What a backend has to know of a site. */
export interface BackendSite {
  name: string;
  /** Languages its pages come in, the first one being its default. */
  languages: string[];
  /** ISO codes of the countries in which a typed place is looked for first. */
  countries: string[];
  /** Which demo data suits it. */
  demo: 'international' | 'canada';
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
  sites: BackendSite[];
  /** Sign the tokens of sessions: the first one, while the others are still taken. At least 32 characters each. */
  secrets: readonly string[];
  /** Whether an empty site is filled with demo data and the demo accounts are made. */
  demoData: boolean;
  /** The demo accounts' password; made at random when missing. */
  demoPassword?: string;
  /** How many megabytes the search index in memory may take; 0: PostgreSQL answers searches alone. 512 when missing. */
  searchMemoryMb?: number;
  logger: BackendLogger;
  /** Tests own time through it. */
  clock?: () => Date;
}
