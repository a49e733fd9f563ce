import { AuditEventsDocument, type AuditEventFragment } from '#contract/generated/operations.js';
import { failedPage, type PageData } from '../../../lib/page-data';
import { viewerPage } from '../../../lib/viewer-page';

export interface AuditData extends PageData {
  events: readonly AuditEventFragment[];
  /** The event before which older ones begin; undefined: there are none. */
  older?: string;
  /** Whether newer ones are left out. */
  isOld: boolean;
}

const PAGE_SIZE = 30;

export const load = viewerPage({ title: 'admin.audit.title', role: 'administrator' }, async (request) => {
  const before = request.query.get('before');
  const answer = await request.graphql(AuditEventsDocument, { limit: PAGE_SIZE + 1, before });
  if (!answer.ok) return failedPage(request, answer.failure);
  const events = answer.data.auditEvents.slice(0, PAGE_SIZE);
  const older = answer.data.auditEvents.length > PAGE_SIZE ? events.at(-1)?.id : undefined;
  return { events, older, isOld: before !== null };
});
