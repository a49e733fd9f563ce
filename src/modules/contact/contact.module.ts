import { Inject, Module, type OnModuleInit, Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HONEYPOT_FIELD } from '#contract/accounts/account-forms.js';
import { checkContactTexts } from '#contract/applications/contact-rules.js';
import { MESSAGE_FILES } from '#contract/applications/uploads.js';
import {
  type ContactMessageInput,
  SendContactMessageDocument,
  ReportJobDocument,
} from '#contract/generated/operations.js';
import { CONTACT_PATH, DASHBOARD_PATH, MESSAGE_FILES_PATH, JOB_REPORT_PATH } from '#contract/pages/paths.js';
import { REQUEST_ID_HEADER } from '#contract/backend/graphql-over-http.js';
import { AccountModule, CaptchaSolver, again, failed } from '../account/index.js';
import { FILES_FIELD, pendingFiles, REFUSED_FIELD, tokensOf } from '../applications/index.js';
import { DocumentsModule, BackendDocuments, missingFile, sendDownload } from '../documents/index.js';
import { FormRegistry, FormsModule, type FormAction, type FormContext, type FormOutcome } from '../forms/index.js';

/** Reports a problem with a job; afterwards the visitor returns to the job. */
const reportForm: FormAction = {
  paths: [`${JOB_REPORT_PATH}/{number}`],
  fields: [
    { name: 'reason' },
    { name: 'body' },
    { name: 'email' },
    { name: 'back' },
    { name: HONEYPOT_FIELD, secret: true },
  ],
  async handle({ reason = '', body = '', email = '', ...values }, call) {
    const jobId = call.path.split('/').at(-1)!;
    const done = {
      kind: 'done',
      redirect: call.href(`/job/${jobId}/${slugOf(values.back)}`),
      notice: 'job-reported',
    } as const;
    // Honeypot: people do not see this field, so a program filled it in. It gets the normal response, so that it does not notice.
    if (values[HONEYPOT_FIELD]) return done;
    const answer = await call.graphql(ReportJobDocument, { input: { jobId, reason, body, email: email || null } });
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.reportJob;
    return errors.length > 0 ? again(errors) : done;
  },
};

/**
 * Files of contact messages that were too large for the mail (PAGE-01). There is no login: the URL is signed, and the backend checks the
 * signature.
 */
@Controller()
class MessageFilesController {
  constructor(@Inject(BackendDocuments) private readonly documents: BackendDocuments) {}

  @Get(`${MESSAGE_FILES_PATH}/:id/:name`)
  async download(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { pathname, search } = new URL(request.url, 'http://files');
    if (!pathname.startsWith(`${MESSAGE_FILES_PATH}/`)) throw missingFile();
    const headers = { [REQUEST_ID_HEADER]: request.id };
    const fetched = await this.documents.fetch(pathname + search, headers, { mostBytes: MESSAGE_FILES.mostBytes });
    await sendDownload(request, reply, fetched);
  }
}

const TOO_MANY = 429;
const CHOSEN = 'yes';

/** PAGE-01. */
function contactForm(captchas: Pick<CaptchaSolver, 'solve'>): FormAction {
  return {
    paths: [CONTACT_PATH],
    fields: [
      { name: 'name' },
      { name: 'email' },
      { name: 'subject' },
      { name: 'body' },
      { name: 'copy' },
      { name: FILES_FIELD, multiple: true },
      { name: REFUSED_FIELD, multiple: true },
      { name: 'captcha', secret: true },
      { name: HONEYPOT_FIELD, secret: true },
    ],
    files,
    async handle(values, call) {
      const done: FormOutcome = {
        kind: 'done',
        redirect: call.href(call.isLoggedIn ? DASHBOARD_PATH : '/'),
        notice: 'contact-sent',
      };
      // Honeypot: people do not see this field, so a program filled it in. It gets the normal response, so that it does not notice.
      if (values[HONEYPOT_FIELD]) return done;
      // An invalid form needs no captcha: the backend reports the errors before it checks the captcha.
      const isReady = checkContactTexts(values).length === 0;
      const captcha = isReady ? await solved(values, call, captchas) : values.captcha;
      if (captcha === undefined) {
        const message = call.t('account.withoutScripts', { email: call.site.contactEmail });
        return { kind: 'again', errors: [{ field: null, message }], status: TOO_MANY };
      }
      const answer = await call.graphql(SendContactMessageDocument, {
        input: {
          ...inputOf(values, call, captcha || null),
          attachments: tokensOf(values),
        },
      });
      if (!answer.ok) return failed(answer.failure, call);
      const { errors } = answer.data.sendContactMessage;
      return errors.length > 0 ? again(errors) : done;
    },
  };
}

const files = pendingFiles({
  limits: MESSAGE_FILES,
  async refusal(values, call) {
    const failure = await call.refusalOf(SendContactMessageDocument, { input: inputOf(values, call, null) });
    return failure && failed(failure, call);
  },
  stillRefused: 'contact.stillRefused',
});

function inputOf(
  values: Readonly<Record<string, string>>,
  { owner }: FormContext,
  captcha: string | null,
): ContactMessageInput {
  const { name = '', email = '', subject = '', body = '' } = values;
  return { name, email, subject, body, copy: values.copy === CHOSEN, owner, captcha };
}

/** @returns a solution, or an empty string if no captcha is required; undefined if there is no solution now */
async function solved(
  { captcha }: Readonly<Record<string, string>>,
  call: FormContext,
  captchas: Pick<CaptchaSolver, 'solve'>,
): Promise<string | undefined> {
  const { registrationCaptcha, readOnly } = call.site.features;
  if (!registrationCaptcha || call.isLoggedIn || captcha || readOnly) return captcha;
  return captchas.solve(call);
}

/** Messages of visitors to the operator of the site. */
@Module({ imports: [FormsModule, AccountModule, DocumentsModule], controllers: [MessageFilesController] })
export class ContactModule implements OnModuleInit {
  constructor(
    @Inject(FormRegistry) private readonly forms: FormRegistry,
    @Inject(CaptchaSolver) private readonly captchas: CaptchaSolver,
  ) {}

  onModuleInit(): void {
    this.forms.add(contactForm(this.captchas));
    this.forms.add(reportForm);
  }
}

/** Returns the last segment of the job's URL, as sent by the page; a forged value still results in a URL of this site. */
function slugOf(back: string | undefined): string {
  return /^[a-z0-9-]{1,100}$/.test(back ?? '') ? back! : '-';
}
