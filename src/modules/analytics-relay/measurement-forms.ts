import { randomUUID } from 'node:crypto';
import { MEASUREMENT_PATH } from '#contract/pages/paths.js';
import { type FormAction, type FormContext, type FormOutcome, formsOfPage } from '../forms/index.js';
import { refusalOfOthers } from './administrator-form.js';
import type { PostResult } from './delivery/post-json.js';
import type { DestinationName, RelayEvent } from './relay-event.js';
import type { Relays } from './relays.js';

const MAX_MESSAGE_LENGTH = 300;
/** Meta makes them; `TEST12345`. */
const TEST_CODE = /^[a-z0-9]{4,30}$/i;

/** Lets administrators try both relays, without counting anything. */
export function measurementForm(relays: Relays): FormAction {
  return formsOfPage(MEASUREMENT_PATH, {
    validate: {
      fields: [],
      async handle(_values, call) {
        const refusal = await refusalOfOthers(call);
        if (refusal) return refusal;
        const { measurementProtocol } = relays;
        if (!measurementProtocol) return again(call.t('admin.measurement.notSetUp'));
        const { address, body } = measurementProtocol.debugRequest([sample('measurement', call)]);
        const result = await relays.poster.post(address, JSON.stringify(body));
        const messages = validationMessages(result);
        if (messages?.length === 0) return done('google-valid', call);
        return again(...(messages ?? [call.t('admin.measurement.noAnswer', { answer: answerOf(result) })]));
      },
    },
    test: {
      fields: [{ name: 'testCode' }],
      async handle({ testCode = '' }, call) {
        const refusal = await refusalOfOthers(call);
        if (refusal) return refusal;
        const { conversionsApi } = relays;
        if (!conversionsApi) return again(call.t('admin.measurement.notSetUp'));
        if (!TEST_CODE.test(testCode.trim()))
          return {
            kind: 'again',
            errors: [{ field: 'testCode', message: call.t('admin.measurement.testCodeInvalid') }],
          };
        const { address, body } = conversionsApi.request([sample('conversion', call)], testCode.trim());
        const result = await relays.poster.post(address, JSON.stringify(body));
        if (conversionsApi.verdict(result).kind === 'delivered') return done('meta-tested', call);
        return again(call.t('admin.measurement.noAnswer', { answer: answerOf(result) }));
      },
    },
  });
}

/** An event of nobody. */
function sample(destination: DestinationName, { site, origin }: FormContext): RelayEvent {
  return {
    id: randomUUID(),
    destination,
    site: site.name,
    name: destination === 'measurement' ? 'ss_job_visit' : 'ViewContent',
    at: Date.now(),
    parameters: { entity_id: '1', value: 1, server: 1, frontend: site.name },
    visitor: { clientId: '1.1', page: origin, agent: 'Causeboard' },
  };
}

/** @returns what Google finds invalid; undefined: it does not say */
function validationMessages(result: PostResult): string[] | undefined {
  if (result.kind !== 'answered' || result.status !== 200) return undefined;
  try {
    const { validationMessages: found } = JSON.parse(result.text) as {
      validationMessages?: { fieldPath?: unknown; description?: unknown }[];
    };
    return found?.map(({ fieldPath, description }) =>
      [fieldPath, description]
        .filter((part) => typeof part === 'string')
        .join(' ')
        .slice(0, MAX_MESSAGE_LENGTH),
    );
  } catch {
    return undefined;
  }
}

function answerOf(result: PostResult): string {
  const text = result.kind === 'answered' ? `${result.status} ${result.text}` : result.reason;
  return text.slice(0, MAX_MESSAGE_LENGTH);
}

function again(...messages: string[]): FormOutcome {
  return { kind: 'again', errors: messages.map((message) => ({ field: null, message })) };
}

function done(notice: string, call: FormContext): FormOutcome {
  return { kind: 'done', redirect: call.href(`${MEASUREMENT_PATH}?notice=${notice}`) };
}
