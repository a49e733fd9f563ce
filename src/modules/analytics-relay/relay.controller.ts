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
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { ValidationError } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  CONVERSION_API_PATH,
  MEASUREMENT_API_PATH,
  RELAYED_EVENTS,
  SERVER_EVENT_PREFIX,
} from '#contract/measurement/events.js';
import { ANSWERS_PROBLEMS, ProblemException } from '../../common/problem.js';
import { SiteRegistry } from '../sites/index.js';
import { checkParameters } from './admission/check-parameters.js';
import { type AcceptedEvent, EventAdmission } from './admission/event-admission.js';
import { ConversionBody, MeasurementBody } from './admission/relay-bodies.js';
import { RelayGuard } from './relay.guard.js';
import type { DestinationName } from './relay-event.js';

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
