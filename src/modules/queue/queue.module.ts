import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import {
  type QueueKind,
  type QueueState,
  RetryTaskDocument,
  RetryTasksDocument,
} from '#contract/generated/operations.js';
import { QUEUE_PATH } from '#contract/pages/paths.js';
import { again, failed } from '../account/index.js';
import { FormRegistry, FormsModule, type FormAction } from '../forms/index.js';

const KINDS: readonly QueueKind[] = ['mail', 'feed', 'publish', 'expire'];
const STATES: readonly QueueState[] = ['waiting', 'failed'];

/** Has what failed tried again: the task with an `id`, without one all of the kind and state that the page shows. */
const queueForm: FormAction = {
  paths: [QUEUE_PATH],
  fields: [{ name: 'kind' }, { name: 'state' }, { name: 'id' }],
  async handle(values, call) {
    const kind = KINDS.find((known) => known === values.kind);
    const state = STATES.find((known) => known === values.state);
    if (!kind || !state) return again([{ field: null, message: call.t('form.failed') }]);
    const answer = values.id
      ? await call.graphql(RetryTaskDocument, { kind, id: values.id })
      : await call.graphql(RetryTasksDocument, { kind, state });
    if (!answer.ok) return failed(answer.failure, call);
    const query = new URLSearchParams({ kind, state, tried: String(answer.data.retried.tried) });
    return { kind: 'done', redirect: call.href(`${QUEUE_PATH}?${query.toString()}`) };
  },
};

/** What administrators do about work that is done later. */
@Module({ imports: [FormsModule] })
export class QueueModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    this.forms.add(queueForm);
  }
}
