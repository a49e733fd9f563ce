import type { Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { Sessions } from '../accounts/sessions/sessions.js';
import { invoiceResolvers } from './invoice.resolvers.js';
import { serveInvoices } from './serve-invoices.js';

/** Invoices and credit notes, and their PDF. */
export function createInvoices(deps: {
  database: Kysely<Database>;
  sites: readonly BackendSite[];
  sessions: Sessions;
  clock: () => Date;
}): BackendModule {
  const { database, sites, sessions, clock } = deps;
  const access = { database, sites, viewerOf: (token: string) => sessions.viewerOf(token, clock()) };
  return {
    resolvers: [invoiceResolvers(database)],
    serve: (request) => serveInvoices(access, request),
  };
}
