import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import {
  type QueueKind,
  type QueueState,
  RetryTaskDocument,
  RetryTasksDocument,
} from '#contract/generated/operations.js';
import { DESTINATIONS } from '#contract/measurement/relay-report.js';
import { QUEUE_PATH } from '#contract/pages/paths.js';
import { again, failed } from '../account/index.js';
import { AnalyticsRelayModule, refusalOfOthers, Relays } from '../analytics-relay/index.js';
import { FormRegistry, FormsModule, type FormAction, type FormContext, type FormOutcome } from '../forms/index.js';

const KINDS: readonly QueueKind[] = ['mail', 'feed', 'publish', 'expire', 'payment', 'reminder', 'file'];
const STATES: readonly QueueState[] = ['waiting', 'failed'];

/** Retries failed work: the task with the given `id`, or without an id all tasks of the kind and state that the page shows. */
const queueForm = (relays: Relays): FormAction => ({
  paths: [QUEUE_PATH],
  fields: [{ name: 'kind' }, { name: 'state' }, { name: 'id' }],
  async handle(values, call) {
    const kind = KINDS.find((known) => known === values.kind);
    const state = STATES.find((known) => known === values.state);
    const relay = DESTINATIONS.find((known) => known === values.kind);
    if (relay) return retryRelay(relays, relay, call);
    if (!kind || !state) return again([{ field: null, message: call.t('form.failed') }]);
    const answer = values.id
      ? await call.graphql(RetryTaskDocument, { kind, id: values.id })
      : await call.graphql(RetryTasksDocument, { kind, state });
    if (!answer.ok) return failed(answer.failure, call);
    const query = new URLSearchParams({ kind, state, tried: String(answer.data.retried.tried) });
    return { kind: 'done', redirect: call.href(`${QUEUE_PATH}?${query.toString()}`) };
  },
});

/** Events of a destination wait together, so all of them are retried. */
async function retryRelay(
  relays: Relays,
  kind: (typeof DESTINATIONS)[number],
  call: FormContext,
): Promise<FormOutcome> {
  const refusal = await refusalOfOthers(call);
  if (refusal) return refusal;
  relays.worker(kind)?.retry();
  const query = new URLSearchParams({ kind, state: 'failed', tried: String(relays.store.queue(kind).size) });
  return { kind: 'done', redirect: call.href(`${QUEUE_PATH}?${query.toString()}`) };
}

/** Administrators' actions on the task queue. */
@Module({ imports: [FormsModule, AnalyticsRelayModule] })
export class QueueModule implements OnModuleInit {
  constructor(
    @Inject(FormRegistry) private readonly forms: FormRegistry,
    @Inject(Relays) private readonly relays: Relays,
  ) {}

  onModuleInit(): void {
    this.forms.add(queueForm(this.relays));
  }
}
