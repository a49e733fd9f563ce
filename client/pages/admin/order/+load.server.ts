import { ManagedOrderDocument, type ManagedOrderQuery } from '#contract/generated/operations.js';
import { lookUp } from '../../../lib/lookup';
import { absentPage, type PageData } from '../../../lib/page-data';
import { type PageForm, partForm } from '../../../lib/page-form';
import { viewerPage } from '../../../lib/viewer-page';

const PARTS = ['paid', 'cancel', 'refund'] as const;
type Part = (typeof PARTS)[number];

export interface ManagedOrderData extends PageData {
  order: NonNullable<ManagedOrderQuery['order']>;
  events: ManagedOrderQuery['orderEvents'];
  forms: Record<Part, PageForm>;
  notice?: Part;
}

export const load = viewerPage({ title: 'checkout.admin.title', role: 'administrator' }, async (request) => {
  const answer = await request.graphql(ManagedOrderDocument, { id: request.query.get('order') ?? '' });
  const order = lookUp(answer, (data) => data.order);
  if (order.kind !== 'found') return absentPage(request, order);
  const notice = request.form ? undefined : PARTS.find((known) => known === request.query.get('notice'));
  return {
    order: order.value,
    events: answer.ok ? answer.data.orderEvents : [],
    forms: Object.fromEntries(PARTS.map((name) => [name, partForm(request, name)])),
    notice,
  };
});
