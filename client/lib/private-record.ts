import { PrivateRecordDocument, type PrivateRecordKind } from '#contract/generated/operations.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { accessPath } from '#contract/pages/paths.js';
import { lookUp, type Missing, type Unavailable } from './lookup';
import { absentPage, type PageData } from './page-data';

const FOUND = 302;

/**
 * The response of a page whose record the backend does not show: administrators can see private data of others after
 * giving a reason, so they are redirected to a form for it and then return. For everybody else, the page does not
 * exist.
 *
 * @param lookup reason why the page has no content
 */
export async function lockedPage(
  request: PageRequest,
  lookup: Missing | Unavailable,
  { kind, id }: { kind: PrivateRecordKind; id: string },
): Promise<Required<Pick<PageData, 'head' | 'failure'>>> {
  const isAdministrator = request.viewer?.user.roles.some(({ targetId }) => targetId === 'administrator') ?? false;
  if (lookup.kind !== 'missing' || !isAdministrator) return absentPage(request, lookup);
  const answer = await request.graphql(PrivateRecordDocument, { kind, id });
  // If access was already granted, something else is missing.
  const record = lookUp(answer, ({ privateRecord }) => (privateRecord?.openUntil ? null : privateRecord));
  if (record.kind !== 'found') return absentPage(request, record);
  const text = request.query.toString();
  const location = request.href(accessPath(kind, id, request.href(request.path) + (text && `?${text}`)));
  request.respond({ status: FOUND, headers: { location } });
  const head = { title: record.value.name, robots: 'noindex' as const };
  return { head, failure: { status: FOUND, reference: request.requestId } };
}
