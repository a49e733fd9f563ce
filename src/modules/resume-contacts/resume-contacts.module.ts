import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import {
  type ContactDecision,
  ContactOfferForResumeDocument,
  type ContactRequestInput,
  DecideContactDocument,
  RequestContactDocument,
  RequestContactForDocument,
  type RequestContactMutation,
  RevokeContactDocument,
  UnblockOrganizationDocument,
  WriteToContactDocument,
} from '#contract/generated/operations.js';
import { type GraphqlResult, isUnsupported } from '#contract/backend/graphql-outcome.js';
import {
  CONTACT_CREDITS_PATH,
  OWN_CONTACTS_PATH,
  type Path,
  RESUME_PATTERN,
  resumePath,
} from '#contract/pages/paths.js';
import {
  FormRegistry,
  FormsModule,
  type FormAction,
  type FormContext,
  type FormOutcome,
  formsOfPage,
  type PagePart,
} from '../forms/index.js';
import { again, failed } from '../account/index.js';

/** REC-09: sends a contact request from the page of a resume. */
const requestForm: FormAction = {
  paths: [RESUME_PATTERN],
  fields: [{ name: 'message' }, { name: 'key' }],
  async handle({ message = '', key = '' }, call) {
    const resumeId = call.path.slice(call.path.lastIndexOf('/') + 1);
    const answer = await request({ resumeId, message, key }, call);
    const page = { path: resumePath(resumeId), notice: 'asked' };
    return outcomeOf(answer, (data) => data.requestContact, page, call);
  },
};

/**
 * Sends the request for the organization that the page shows, which its address names. A backend that does not know this argument rejects
 * the first operation without any effect; the request is sent again only if it then comes from the same organization.
 */
async function request(input: ContactRequestInput, call: FormContext): Promise<GraphqlResult<RequestContactMutation>> {
  const organizationId = call.query.get('organization');
  if (organizationId !== null) {
    const answer = await call.graphql(RequestContactForDocument, { input, organizationId });
    if (answer.ok || !isUnsupported(answer.failure)) return answer;
    const offer = await call.graphql(ContactOfferForResumeDocument, { resumeId: input.resumeId });
    if (!offer.ok || offer.data.contactOffer.organization?.id !== organizationId) return answer;
  }
  return call.graphql(RequestContactDocument, { input });
}

const CONTACT_FIELD = { name: 'contact' };

const unblock: PagePart = {
  fields: [{ name: 'organization' }],
  async handle({ organization = '' }, call) {
    const answer = await call.graphql(UnblockOrganizationDocument, { organizationId: organization });
    const page = { path: OWN_CONTACTS_PATH, notice: 'unblock' };
    return outcomeOf(answer, (data) => data.unblockOrganization, page, call);
  },
};

const CONTACT_REQUEST_FORMS: readonly FormAction[] = [
  requestForm,
  formsOfPage(CONTACT_CREDITS_PATH, { revoke: revoke(CONTACT_CREDITS_PATH), write: write(CONTACT_CREDITS_PATH) }),
  // APP-09.
  formsOfPage(OWN_CONTACTS_PATH, {
    approve: decide('approve'),
    refuse: decide('refuse'),
    block: decide('block'),
    revoke: revoke(OWN_CONTACTS_PATH),
    write: write(OWN_CONTACTS_PATH),
    unblock,
  }),
];

/** Contact requests to owners of resumes, by page forms of both sides. */
@Module({ imports: [FormsModule] })
export class ResumeContactsModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    for (const action of CONTACT_REQUEST_FORMS) this.forms.add(action);
  }
}

interface Outcome {
  errors: readonly { field: string | null; message: string }[];
}

/** @param path page that is shown next, with a notice about the result */
function outcomeOf<Data>(
  answer: GraphqlResult<Data>,
  pick: (data: Data) => Outcome,
  { path, notice }: { path: Path; notice: string },
  call: FormContext,
): FormOutcome {
  if (!answer.ok) return failed(answer.failure, call);
  const { errors } = pick(answer.data);
  if (errors.length > 0) return again(errors);
  const query = new URLSearchParams(call.query);
  query.set('notice', notice);
  return { kind: 'done', redirect: call.href(`${path as '/'}?${query.toString()}`) };
}

function revoke(path: Path): PagePart {
  return {
    fields: [CONTACT_FIELD],
    async handle({ contact = '' }, call) {
      const answer = await call.graphql(RevokeContactDocument, { id: contact });
      return outcomeOf(answer, (data) => data.revokeContact, { path, notice: 'revoke' }, call);
    },
  };
}

function write(path: Path): PagePart {
  return {
    fields: [CONTACT_FIELD, { name: 'message' }],
    async handle({ contact = '', message = '' }, call) {
      const answer = await call.graphql(WriteToContactDocument, { id: contact, message });
      return outcomeOf(answer, (data) => data.writeToContact, { path, notice: 'write' }, call);
    },
  };
}

function decide(decision: ContactDecision): PagePart {
  return {
    fields: [CONTACT_FIELD],
    async handle({ contact = '' }, call) {
      const answer = await call.graphql(DecideContactDocument, { id: contact, decision });
      const page = { path: OWN_CONTACTS_PATH, notice: decision };
      return outcomeOf(answer, (data) => data.decideContact, page, call);
    },
  };
}
