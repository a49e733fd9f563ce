import {
  ApplicationForInterviewDocument,
  type ApplicationForInterviewQuery,
  InterviewTimeZoneDocument,
} from '#contract/generated/operations.js';
import { DEFAULT_TIME_ZONE } from '#shared/time-zones/time-zone.js';
import { type Lookup, lookUp } from '../../../lib/lookup';
import { absentPage, type PageData } from '../../../lib/page-data';
import { type PageForm, partForm } from '../../../lib/page-form';
import { viewerPage } from '../../../lib/viewer-page';

const NOTICES = ['proposed', 'confirmed', 'changed', 'canceled'] as const;

export interface InterviewPageData extends PageData {
  application: NonNullable<ApplicationForInterviewQuery['receivedApplication']>;
  /** Time zone of the place of the job; undefined if it is not known. */
  timeZone?: string;
  forms: { propose: PageForm; confirm: PageForm; change: PageForm; cancel: PageForm };
  notice?: (typeof NOTICES)[number];
}

export const load = viewerPage({ title: 'applications.interview.title' }, async (request) => {
  const [, , jobId, id] = request.path.split('/');
  const [answer, zone] = await Promise.all([
    request.graphql(ApplicationForInterviewDocument, { id: id! }),
    request.graphql(InterviewTimeZoneDocument, { jobId: jobId! }),
  ]);
  const found = lookUp(answer, ({ receivedApplication: each }) => (each?.job.id === jobId ? each : null));
  if (found.kind !== 'found') return absentPage(request, found);
  const forms = {
    propose: partForm(request, 'propose'),
    confirm: partForm(request, 'confirm'),
    change: partForm(request, 'change'),
    cancel: partForm(request, 'cancel'),
  };
  const notice = request.form ? undefined : NOTICES.find((known) => known === request.query.get('notice'));
  return { application: found.value, forms, notice, timeZone: placedZone(lookUp(zone, ({ job }) => job?.timeZone)) };
});

/** Jobs without a known place have the default zone. Without the zone of the job, the form still has another one. */
function placedZone(zone: Lookup<string>): string | undefined {
  return zone.kind === 'found' && zone.value !== DEFAULT_TIME_ZONE ? zone.value : undefined;
}
