import { auditFilter, type AuditQuery, readAuditQuery } from '#contract/audit.js';
import { AuditEventsDocument, type AuditEventFragment, SiteUserDocument } from '#contract/generated/operations.js';
import { failedPage, type PageData } from '../../../lib/page-data';
import { viewerPage, type ViewerRequest } from '../../../lib/viewer-page';

export interface AuditData extends PageData {
  events: readonly AuditEventFragment[];
  /** The event after which the older ones begin; undefined if there are none. */
  older?: string;
  /** Whether newer events exist that this page omits. */
  isOld: boolean;
  query: AuditQuery;
  /** Email address of the account whose id the query contains. */
  actor?: string;
}

const PAGE_SIZE = 30;

export const load = viewerPage({ title: 'admin.audit.title', role: 'administrator' }, async (request) => {
  const query = readAuditQuery(request.query);
  const filter = auditFilter(query, request.site.timeZone);
  const before = request.query.get('before');
  const [answer, actor] = await Promise.all([
    request.graphql(AuditEventsDocument, { limit: PAGE_SIZE + 1, before, filter }),
    findActor(request, query),
  ]);
  if (!answer.ok) return failedPage(request, answer.failure);
  const events = answer.data.auditEvents.slice(0, PAGE_SIZE);
  const older = answer.data.auditEvents.length > PAGE_SIZE ? events.at(-1)?.id : undefined;
  return { events, older, isOld: before !== null, query, actor };
});

/** Links identify users by id; the page shows their email addresses instead. */
async function findActor(request: ViewerRequest, { user }: AuditQuery): Promise<string | undefined> {
  if (user === '' || user.includes('@')) return undefined;
  const answer = await request.graphql(SiteUserDocument, { id: user });
  return answer.ok ? answer.data.siteUser?.account.email : undefined;
}
