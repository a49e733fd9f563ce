import type { GraphqlResult } from '#contract/backend/graphql-outcome.js';
import {
  ContactOfferForResumeDocument,
  RequestContactDocument,
  RequestContactForDocument,
} from '#contract/generated/operations.js';
import { type FormContext, FormRegistry } from '../forms/index.js';
import { ResumeContactsModule } from './resume-contacts.module.js';

const PATH = '/resume/00000000-0000-4000-8000-00000000000a';
const UNSUPPORTED: GraphqlResult<never> = {
  ok: false,
  failure: {
    kind: 'refused',
    message: 'refused',
    errors: [{ message: 'Unknown argument "organizationId" on field "Mutation.requestContact".' }],
  },
};

/**
 * Sends the form for a contact request.
 *
 * @param active the organization for which the backend would send a request that names none
 * @returns the mutations that the backend has got, and the outcome
 */
async function ask(query: string, { active, isKnown = true }: { active: string; isKnown?: boolean }) {
  const forms = new FormRegistry();
  new ResumeContactsModule(forms).onModuleInit();
  const sent: string[] = [];
  const call = {
    path: PATH,
    query: new URLSearchParams(query),
    href: (path: string) => path,
    t: (key: string) => key,
    graphql: (document: unknown, variables: { organizationId?: string }) => {
      if (document === ContactOfferForResumeDocument)
        return Promise.resolve({ ok: true, data: { contactOffer: { organization: { id: active } } } });
      expect([RequestContactDocument, RequestContactForDocument]).toContain(document);
      sent.push(variables.organizationId ?? 'none');
      const done = { ok: true, data: { requestContact: { errors: [] } } };
      return Promise.resolve(document === RequestContactForDocument && !isKnown ? UNSUPPORTED : done);
    },
  } as unknown as FormContext;
  const outcome = await forms.find(PATH)!.handle({ message: 'Hello', key: 'k' }, call);
  return { sent, kind: outcome.kind };
}

describe('[REC-09] the form for a contact request', () => {
  it('names the organization of its page', async () => {
    expect(await ask('organization=7', { active: '8' })).toEqual({ sent: ['7'], kind: 'done' });
  });

  it('names none if its page is from before an update', async () => {
    expect(await ask('', { active: '8' })).toEqual({ sent: ['none'], kind: 'done' });
  });

  it('names none to a backend that does not know the argument, but sends nothing for another organization', async () => {
    expect(await ask('organization=7', { active: '7', isKnown: false })).toEqual({ sent: ['7', 'none'], kind: 'done' });
    const { sent, kind } = await ask('organization=7', { active: '8', isKnown: false });
    expect(sent).toEqual(['7']);
    expect(kind).not.toBe('done');
  });
});
