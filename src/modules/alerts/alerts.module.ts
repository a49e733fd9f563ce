import {
  Inject,
  Module,
  type OnModuleInit,
  Controller,
  Get,
  Header,
  HttpCode,
  HttpException,
  HttpStatus,
  Post,
  Query,
  Req,
  Res,
  ServiceUnavailableException,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HONEYPOT_FIELD } from '#contract/accounts/account-forms.js';
import type { GraphqlResult } from '#contract/backend/graphql-outcome.js';
import {
  ChangeAlertDocument,
  DeleteAlertDocument,
  type AlertSearchInput,
  CreateJobAlertDocument,
  type CreateJobAlertMutation,
  CreateResumeAlertDocument,
  ChangeAlertByLinkDocument,
  ConfirmAlertDocument,
  DeleteAlertByLinkDocument,
  EndDigestByLinkDocument,
} from '#contract/generated/operations.js';
import {
  DASHBOARD_PATH,
  JOB_ALERT_PATH,
  RESUME_ALERT_PATH,
  alertPath,
  ALERT_LINK_PATH,
  alertLinkPath,
  ALERT_ONE_CLICK_PATH,
  DIGEST_ONE_CLICK_PATH,
  type Path,
  RECRUITING_MAILS_PATH,
} from '#contract/pages/paths.js';
import { AccountModule, again, failed } from '../account/index.js';
import {
  FormRegistry,
  FormsModule,
  type FormAction,
  type FormContext,
  type FormOutcome,
  formsOfPage,
  type PagePart,
} from '../forms/index.js';
import { SitesModule, SiteRegistry } from '../sites/index.js';
import { sendRedirect } from '../../common/send-redirect.js';
import { GraphqlClient } from '../graphql-client/index.js';
import { addressesOf } from '../routing/index.js';

const NOT_FOUND = 404;

const change: PagePart = {
  fields: [{ name: 'everySeconds' }],
  async handle({ everySeconds }, call) {
    const answer = await call.graphql(ChangeAlertDocument, {
      id: idOf(call),
      everySeconds: Number(everySeconds) || 0,
    });
    if (!answer.ok) return failed(answer.failure, call);
    const result = answer.data.changeAlert;
    if (!result) return missing(call);
    if (result.errors.length > 0) return again(result.errors);
    return { kind: 'done', redirect: call.href(`${call.path}?notice=changed`) };
  },
};

const end: PagePart = {
  fields: [],
  async handle(_values, call) {
    const answer = await call.graphql(DeleteAlertDocument, { id: idOf(call) });
    if (!answer.ok) return failed(answer.failure, call);
    // The alert was already ended on another page, which is the desired result.
    return { kind: 'done', redirect: call.href(DASHBOARD_PATH), notice: 'alert-ended' };
  },
};

/** Forms with which users change and end their own alerts. */
const OWN_ALERT_FORMS: readonly FormAction[] = [JOB_ALERT_PATH, RESUME_ALERT_PATH].map((path) =>
  formsOfPage(`${path}/edit/{id}`, { change, end }),
);

/** Upper limit, larger than any search that a page can produce. */
const MAX_SEARCH_LENGTH = 30_000;

/** Saves a search as an alert (APP-06, REC-10). The notice that follows does not reveal whether the address has alerts. */
const newAlertForm: FormAction = {
  paths: [JOB_ALERT_PATH, RESUME_ALERT_PATH],
  fields: [
    { name: 'search' },
    { name: 'page' },
    { name: 'everySeconds' },
    { name: 'email' },
    { name: HONEYPOT_FIELD, secret: true },
  ],
  async handle(values, call) {
    const kind = call.path === RESUME_ALERT_PATH ? 'resume' : 'job';
    const confirmation: FormOutcome = {
      kind: 'done',
      redirect: call.href(`${JOB_ALERT_PATH}?notice=check-mail`),
      mailedTo: values.email,
    };
    // Honeypot: people do not see this field, so a program filled it in. It gets the normal response, so that it does not notice.
    if (values[HONEYPOT_FIELD]) return confirmation;
    const search = searchOf(values.search ?? '');
    if (!search) return { kind: 'again', errors: [{ field: null, message: call.t('form.failed') }] };
    const input = { search, page: values.page ?? '', everySeconds: Number(values.everySeconds) || 0 };
    const answer = await create(kind, { ...input, email: values.email ?? '' }, call);
    if (!answer.ok) return failed(answer.failure, call);
    const { outcome, alert, errors } = answer.data;
    if (outcome === 'faults') return again(errors);
    if (outcome === 'check_mail' || !alert) return confirmation;
    // The user already had this alert, which has kept its interval.
    const notice = alert.everySeconds === input.everySeconds ? 'kept' : 'known';
    return { kind: 'done', redirect: call.href(`${alertPath(kind, alert.id)}?notice=${notice}`) };
  },
};

const GONE = 410;

// A form rather than a link, so that programs that only follow links, such as mail scanners, cannot confirm or end an alert.
const confirm: PagePart = {
  fields: [],
  async handle(_values, call) {
    const answer = await call.graphql(ConfirmAlertDocument, { token: tokenOf(call) });
    if (!answer.ok) return failed(answer.failure, call);
    return answer.data.confirmAlert ? back(call, 'confirmed') : broken(call);
  },
};

const changeByLink: PagePart = {
  fields: [{ name: 'everySeconds' }],
  async handle({ everySeconds }, call) {
    const variables = { token: tokenOf(call), everySeconds: Number(everySeconds) || 0 };
    const answer = await call.graphql(ChangeAlertByLinkDocument, variables);
    if (!answer.ok) return failed(answer.failure, call);
    const result = answer.data.changeAlertByLink;
    if (!result) return broken(call);
    return result.errors.length > 0 ? again(result.errors) : back(call, 'changed');
  },
};

const endByLink: PagePart = {
  fields: [],
  async handle(_values, call) {
    const answer = await call.graphql(DeleteAlertByLinkDocument, { token: tokenOf(call) });
    if (!answer.ok) return failed(answer.failure, call);
    return { kind: 'done', redirect: call.href(`${ALERT_LINK_PATH}?notice=ended`) };
  },
};

/** Forms for the alert of a mailed link, which need no login (APP-06). */
const linkForm = formsOfPage(ALERT_LINK_PATH, { confirm, change: changeByLink, end: endByLink });

/**
 * One-click unsubscription of mail programs, for an alert or the digest (RFC 8058): a POST from any origin, without cookies. The token
 * alone identifies the subscription and proves that the sender has the mail. The response does not reveal whether the subscription (still)
 * exists.
 */
@Controller()
class OneClickController {
  constructor(
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
  ) {}

  @Post(ALERT_ONE_CLICK_PATH)
  @HttpCode(HttpStatus.OK)
  @Header('Cache-Control', 'private, no-store')
  endAlert(@Req() request: FastifyRequest, @Query('token') token: unknown): Promise<string> {
    return this.end(DeleteAlertByLinkDocument, token, request);
  }

  @Post(DIGEST_ONE_CLICK_PATH)
  @HttpCode(HttpStatus.OK)
  @Header('Cache-Control', 'private, no-store')
  endDigest(@Req() request: FastifyRequest, @Query('token') token: unknown): Promise<string> {
    return this.end(EndDigestByLinkDocument, token, request);
  }

  /** For mail programs that open the address as a link: the page asks for confirmation first. */
  @Get(ALERT_ONE_CLICK_PATH)
  askAboutAlert(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Query('token') token: unknown): void {
    this.goOn(request, reply, alertLinkPath(encodeURIComponent(textOf(token))));
  }

  /** Likewise for the digest: people choose in their settings. */
  @Get(DIGEST_ONE_CLICK_PATH)
  askAboutDigest(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    this.goOn(request, reply, RECRUITING_MAILS_PATH);
  }

  private async end(
    document: typeof DeleteAlertByLinkDocument | typeof EndDigestByLinkDocument,
    token: unknown,
    request: FastifyRequest,
  ): Promise<string> {
    const { public: site } = this.sites.forHost(request.headers.host);
    const frontend = { site: site.name, locale: site.locales[0]! };
    const caller = { frontend, requestId: request.id, address: request.ip, jwt: undefined };
    const answer = await this.client.request<unknown, { token: string }>(document, { token: textOf(token) }, caller);
    if (answer.ok) return 'Unsubscribed';
    if (answer.failure.kind === 'limited')
      throw new HttpException('Please try again later.', HttpStatus.TOO_MANY_REQUESTS);
    throw new ServiceUnavailableException('Please try again in a minute.');
  }

  private goOn(request: FastifyRequest, reply: FastifyReply, path: Path): void {
    const { public: site } = this.sites.forHost(request.headers.host);
    sendRedirect(reply, HttpStatus.SEE_OTHER, addressesOf(site, site.locales[0]!).href(path));
  }
}

/** Creates, confirms, changes and ends alerts. */
@Module({ imports: [FormsModule, AccountModule, SitesModule], controllers: [OneClickController] })
export class AlertsModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    for (const action of [newAlertForm, linkForm, ...OWN_ALERT_FORMS]) this.forms.add(action);
  }
}

function idOf({ path }: FormContext): string {
  return path.split('/').at(-1)!;
}

function missing({ t }: FormContext): FormOutcome {
  return { kind: 'again', errors: [{ field: null, message: t('alerts.missing') }], status: NOT_FOUND };
}

type Created = CreateJobAlertMutation['createJobAlert'];

type NewAlert = { search: AlertSearchInput; page: string; everySeconds: number; email: string };

async function create(
  kind: 'job' | 'resume',
  { email, ...input }: NewAlert,
  call: FormContext,
): Promise<GraphqlResult<Created>> {
  if (kind === 'resume') {
    const answer = await call.graphql(CreateResumeAlertDocument, { input });
    return answer.ok ? { ...answer, data: answer.data.createResumeAlert } : answer;
  }
  const answer = await call.graphql(CreateJobAlertDocument, {
    input: { ...input, email: call.isLoggedIn ? null : email },
  });
  return answer.ok ? { ...answer, data: answer.data.createJobAlert } : answer;
}

/** @returns undefined if no page of this site can have sent the text; the contract defines the content */
function searchOf(text: string): AlertSearchInput | undefined {
  if (text.length > MAX_SEARCH_LENGTH) return undefined;
  try {
    const search: unknown = JSON.parse(text);
    return typeof search === 'object' && search !== null ? search : undefined;
  } catch {
    return undefined;
  }
}

function tokenOf({ query }: FormContext): string {
  return query.get('token') ?? '';
}

function back(call: FormContext, notice: string): FormOutcome {
  return { kind: 'done', redirect: call.href(`${alertLinkPath(encodeURIComponent(tokenOf(call)))}&notice=${notice}`) };
}

function broken({ t }: FormContext): FormOutcome {
  return { kind: 'again', errors: [{ field: null, message: t('alerts.link.broken') }], status: GONE };
}

const textOf = (token: unknown): string => (typeof token === 'string' ? token : '');
