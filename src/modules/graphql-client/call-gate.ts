import type { MessageSource } from '../../common/message-source.js';
import { type GraphqlFailure, GRAPHQL_ERROR_CODES } from '#contract/backend/graphql-outcome.js';
import type { SiteFeatures } from '#contract/pages/public-site.js';
import type { Translate } from '#shared/text/translator.js';
import type { LimitedCall, RateLimits } from '../rate-limits/index.js';
import type { Site, SiteRegistry } from '../sites/index.js';
import type { RequestContext, Operation } from './operation.js';

/** Whether a call may proceed. `answered` must be called with the data of the response, because some successful calls do not count. */
export type GateEntry =
  | { ok: true; answered: (data: Record<string, unknown> | null | undefined) => Promise<void> }
  | { ok: false; failure: GraphqlFailure };

const MINUTE_SECONDS = 60;
/** Mutations that stay available in maintenance mode. */
const LOGOUTS: readonly string[] = ['userLogout', 'userLogoutEverywhere'];
/** Shared rate limit key of all calls without an address. */
const NO_ADDRESS = 'unknown';

/** All calls to the backend pass this gate: there is no other way around what it refuses. */
export class CallGate {
  constructor(
    private readonly sites: Pick<SiteRegistry, 'all'>,
    private readonly texts: MessageSource,
    /** If missing, nothing is limited. */
    private readonly limits?: Pick<RateLimits, 'use' | 'wait'>,
  ) {}

  async enter(operation: Operation, variables: Record<string, unknown>, context: RequestContext): Promise<GateEntry> {
    const failure = this.closed(operation, variables, context);
    if (failure) return { ok: false, failure };
    const passed: { responseKey: string; succeeded: () => Promise<void> }[] = [];
    for (const { call, responseKey } of await this.counted(operation, variables, context)) {
      const outcome = await this.limits!.use(call);
      if (!outcome.ok) return { ok: false, failure: limited(outcome.retryAfterSeconds, this.translate(context)) };
      passed.push({ responseKey, succeeded: outcome.succeeded });
    }
    return {
      ok: true,
      async answered(data) {
        for (const { responseKey, succeeded } of passed) if (isSuccess(data?.[responseKey])) await succeeded();
      },
    };
  }

  /** @returns how the operation would be refused now; it is not counted */
  async refusalOf(
    operation: Operation,
    variables: Record<string, unknown>,
    context: RequestContext,
  ): Promise<GraphqlFailure | undefined> {
    const failure = this.closed(operation, variables, context);
    if (failure) return failure;
    for (const { call } of await this.counted(operation, variables, context)) {
      const seconds = await this.limits!.wait(call);
      if (seconds > 0) return limited(seconds, this.translate(context));
    }
    return undefined;
  }

  /** Returns the refusals that do not depend on the caller or on rate limits. */
  private closed(
    operation: Operation,
    variables: Record<string, unknown>,
    context: RequestContext,
  ): GraphqlFailure | undefined {
    const features = this.siteOf(context)?.public.features;
    if (changesSomething(operation) && features?.readOnly) return inMaintenance(operation, this.translate(context));
    return features && registersElsewhere(operation, variables, features)
      ? forbidden(this.translate(context))
      : undefined;
  }

  private counted(
    { calls }: Operation,
    variables: Record<string, unknown>,
    { address = NO_ADDRESS, jwt, knownBrowser }: RequestContext,
  ): Promise<{ call: LimitedCall; responseKey: string }[]> {
    return Promise.all(
      (this.limits ? calls : []).map(async ({ field, responseKey, argsOf }) => {
        const args = argsOf(variables);
        const browser = typeof args.email === 'string' ? await knownBrowser?.(args.email) : undefined;
        return { responseKey, call: { field, args, address, jwt, knownBrowser: browser } };
      }),
    );
  }

  private siteOf({ frontend }: RequestContext): Site | undefined {
    return this.sites.all().find((each) => each.public.name === frontend.site);
  }

  private translate(context: RequestContext): Translate {
    const { frontend } = context;
    const site = this.siteOf(context)?.config ?? { name: frontend.site, texts: {} };
    return this.texts.translate(site, frontend.locale);
  }
}

/** Whether somebody tries to register for a role that the site does not have (ROLE-03). */
function registersElsewhere(
  { calls }: Operation,
  variables: Record<string, unknown>,
  features: Pick<SiteFeatures, 'applicant' | 'recruiter'>,
): boolean {
  return calls.some(({ field, argsOf }) => {
    if (field !== 'registerUser') return false;
    const { role } = (argsOf(variables)['input'] ?? {}) as { role?: unknown };
    return (role === 'applicant' || role === 'recruiter') && !features[role];
  });
}

function forbidden(t: Translate): GraphqlFailure {
  const message = t('dashboard.forbidden');
  return { kind: 'refused', message, errors: [{ message, extensions: { code: GRAPHQL_ERROR_CODES.forbidden } }] };
}

function changesSomething({ isMutation, calls }: Operation): boolean {
  return isMutation && !(calls.length > 0 && calls.every(({ field }) => LOGOUTS.includes(field)));
}

function inMaintenance({ calls }: Operation, t: Translate): GraphqlFailure {
  const isLogin = calls.some(({ field }) => field === 'userLogin');
  return { kind: 'read-only', message: isLogin ? t('maintenance.login') : t('maintenance.change') };
}

function limited(retryAfterSeconds: number, t: Translate): GraphqlFailure {
  const message =
    retryAfterSeconds < MINUTE_SECONDS
      ? t('limits.waitSeconds', { count: retryAfterSeconds })
      : t('limits.waitMinutes', { count: Math.ceil(retryAfterSeconds / MINUTE_SECONDS) });
  return { kind: 'limited', message, retryAfterSeconds };
}

/** Whether a login succeeded, that is, returned a token. */
function isSuccess(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && typeof (answer as { jwt?: unknown }).jwt === 'string';
}
