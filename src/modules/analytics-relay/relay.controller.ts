import {
  Body,
  Controller,
  HttpCode,
  HttpStatus,
  Inject,
  Post,
  Req,
  Res,
  UseGuards,
  ValidationPipe,
  type CanActivate,
  type ExecutionContext,
  Injectable,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { type ValidationError, IsObject, IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify';
import {
  CONVERSION_API_PATH,
  MEASUREMENT_API_PATH,
  RELAYED_EVENTS,
  SERVER_EVENT_PREFIX,
} from '#contract/measurement/events.js';
import { ANSWERS_PROBLEMS, ProblemException } from '../../common/error.filter.js';
import { SiteRegistry } from '../sites/index.js';
import { ownOrigins, isFromSameOrigin } from '../../common/origin.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { checkParameters } from './admission/event-parameters.js';
import { type AcceptedEvent, EventAdmission } from './admission/event-admission.js';
import type { DestinationName } from './relay-event.js';

/** Admits requests of the site's own pages and of programs to relays that are configured for the site. */
@Injectable()
export class RelayGuard implements CanActivate {
  constructor(
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { measurementApi, conversionApi } = this.sites.forHost(request.headers.host).config.features;
    const isOn = request.routeOptions.url === CONVERSION_API_PATH ? conversionApi : measurementApi;
    if (!isOn)
      throw new ProblemException(HttpStatus.NOT_FOUND, {
        field: 'request',
        rule: 'feature',
        detail: 'This site does not relay events.',
      });
    if (!isFromSameOrigin(request.headers, ownOrigins(request, this.settings)))
      throw new ProblemException(HttpStatus.FORBIDDEN, {
        field: 'origin',
        rule: 'same-origin',
        detail: 'Events are accepted from pages of this site only.',
      });
    // Fastify also parses text/plain, which a form of another site can send without a preflight request.
    if (!/^application\/json(?:;|$)/i.test(request.headers['content-type'] ?? ''))
      throw new ProblemException(HttpStatus.UNSUPPORTED_MEDIA_TYPE, {
        field: 'content-type',
        rule: 'application/json',
        detail: 'The body must be JSON.',
      });
    return true;
  }
}

const MAX_EVENT_LENGTH = 40;

/** Maximum request size; normal requests have a few hundred bytes. Routes reject larger bodies without reading them. */
const MAX_RELAY_BODY_BYTES = 16 * 1024;

/** An event for Google. */
export class MeasurementBody {
  /** Event key, with the prefix of events that servers relay. */
  @IsString()
  @MaxLength(MAX_EVENT_LENGTH)
  @Matches(new RegExp(`^${SERVER_EVENT_PREFIX}[a-z][a-z_]*$`), {
    message: `event must be the key of an event with the prefix ${SERVER_EVENT_PREFIX}`,
  })
  event!: string;
  @IsObject() params!: Record<string, unknown>;
  /** Identifies an event that is repeated, or that a tag in the browser sends as well. */
  @IsOptional() @IsUUID() event_id?: string;
}

/** An event for Meta. */
export class ConversionBody {
  @IsString()
  @MaxLength(MAX_EVENT_LENGTH)
  @Matches(/^[a-z][a-z_]*$/, { message: 'event_name must be a key' })
  event_name!: string;
  @IsObject() custom_data!: Record<string, unknown>;
  @IsOptional() @IsUUID() event_id?: string;
}

const ROUTE = { ...ANSWERS_PROBLEMS, rateLimit: { max: 300, timeWindow: '1 minute' } };

/** Rejects unknown or missing properties and wrong types, and names them. */
const bodyOf = (type: new () => object): ValidationPipe =>
  new ValidationPipe({
    expectedType: type,
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    stopAtFirstError: true,
    exceptionFactory: ([error]: ValidationError[]) => {
      const [rule = 'type', detail = 'The body must be an object.'] = Object.entries(error?.constraints ?? {})[0] ?? [];
      return new ProblemException(HttpStatus.BAD_REQUEST, { field: error?.property ?? 'body', rule, detail });
    },
  });

/** Relays events of visitors who have consented: to Google (TRACK-02) and to Meta (TRACK-03). */
@Controller()
@UseGuards(RelayGuard)
export class RelayController {
  constructor(
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(EventAdmission) private readonly admission: EventAdmission,
  ) {}

  @Post(MEASUREMENT_API_PATH)
  @HttpCode(HttpStatus.ACCEPTED)
  @RouteConfig(ROUTE)
  measure(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body(bodyOf(MeasurementBody)) { event, params, event_id: id }: MeasurementBody,
  ): Promise<AcceptedEvent> {
    const key = event.slice(SERVER_EVENT_PREFIX.length);
    return this.admit(request, reply, { destination: 'measurement', field: 'event', key, id }, ['params', params]);
  }

  @Post(CONVERSION_API_PATH)
  @HttpCode(HttpStatus.ACCEPTED)
  @RouteConfig(ROUTE)
  convert(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body(bodyOf(ConversionBody)) { event_name: key, custom_data: data, event_id: id }: ConversionBody,
  ): Promise<AcceptedEvent> {
    return this.admit(request, reply, { destination: 'conversion', field: 'event_name', key, id }, [
      'custom_data',
      data,
    ]);
  }

  private async admit(
    request: FastifyRequest,
    reply: FastifyReply,
    { destination, field, key, id }: { destination: DestinationName; field: string; key: string; id?: string },
    [body, given]: [body: string, given: Record<string, unknown>],
  ): Promise<AcceptedEvent> {
    void reply.header('cache-control', 'no-store');
    const site = this.sites.forHost(request.headers.host);
    const { serverEvents, conversionEvents } = site.config.measurement;
    if (!RELAYED_EVENTS.some((known) => known === key))
      throw refusal(field, 'known-event', `${field} must be an event of the catalogue.`);
    const enabled: readonly string[] = destination === 'measurement' ? serverEvents : conversionEvents;
    if (!enabled.includes(key))
      throw refusal(field, 'enabled-event', `${field} must be an event that the site relays.`);
    const checked = checkParameters(body, given, { allowsLists: destination === 'conversion' });
    if (!checked.ok) throw new ProblemException(HttpStatus.BAD_REQUEST, checked.violation);
    const sent = { destination, key, parameters: checked.parameters, id: id?.toLowerCase() };
    const { answer, setCookie } = await this.admission.admit(sent, site, request);
    if (setCookie) void reply.header('set-cookie', setCookie);
    return answer;
  }
}

function refusal(field: string, rule: string, detail: string): ProblemException {
  return new ProblemException(HttpStatus.UNPROCESSABLE_ENTITY, { field, rule, detail });
}

/** Rejects large bodies before they are read, because events are small. Must be called before routes are added. */
export function limitRelayBodies(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    if (route.url === MEASUREMENT_API_PATH || route.url === CONVERSION_API_PATH) route.bodyLimit = MAX_RELAY_BODY_BYTES;
  });
}
