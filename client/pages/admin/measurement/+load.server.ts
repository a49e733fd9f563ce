import type { RelayReport } from '#contract/measurement/relay-report.js';
import type { PageData } from '../../../lib/page-data';
import { type PageForm, partForm } from '../../../lib/page-form';
import { viewerPage } from '../../../lib/viewer-page';

const NOTICES = ['google-valid', 'meta-tested'] as const;

export interface MeasurementData extends PageData {
  report: RelayReport;
  validate: PageForm;
  test: PageForm;
  /** The test that succeeded. */
  notice: (typeof NOTICES)[number] | undefined;
}

export const load = viewerPage({ title: 'admin.measurement.title', role: 'administrator' }, (request) => ({
  report: request.relays.report(),
  validate: partForm(request, 'validate'),
  test: partForm(request, 'test'),
  notice: request.form ? undefined : NOTICES.find((known) => known === request.query.get('notice')),
}));
