import {
  BadRequestException,
  Controller,
  Header,
  HttpCode,
  HttpStatus,
  Inject,
  Post,
  Req,
  ServiceUnavailableException,
} from '@nestjs/common';
import type { FastifyRequest, FastifyInstance } from 'fastify';
import { ReceivePaymentEventDocument } from '#contract/generated/operations.js';
import { STRIPE_EVENTS_PATH } from '#contract/pages/paths.js';
import { GraphqlClient } from '../graphql-client/index.js';
import { SiteRegistry } from '../sites/index.js';

/** Maximum size of a Stripe event in bytes. */
const MAX_EVENT_BYTES = 300_000;
const EVENT_TYPE = 'application/vnd.causeboard.event';

/**
 * Receives the events of Stripe and passes them on unchanged to the backend, which checks their signature. 200 means that the event is
 * stored, now or before. After any other response Stripe repeats the event for three days.
 */
@Controller(STRIPE_EVENTS_PATH)
export class PaymentEventsController {
  constructor(
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
  ) {}

  @Post()
  @HttpCode(HttpStatus.OK)
  @Header('Cache-Control', 'private, no-store')
  async receive(@Req() request: FastifyRequest): Promise<string> {
    const { body, headers } = request;
    const signature = headers['stripe-signature'];
    if (!Buffer.isBuffer(body) || typeof signature !== 'string')
      throw new BadRequestException('This is not a Stripe event.');
    const { public: site } = this.sites.forHost(headers.host);
    const answer = await this.client.request(
      ReceivePaymentEventDocument,
      { provider: 'stripe', body: body.toString('utf8'), signature },
      {
        frontend: { site: site.name, locale: site.locales[0]! },
        requestId: request.id,
        address: request.ip,
        jwt: undefined,
      },
    );
    if (!answer.ok) throw new ServiceUnavailableException('The event could not be stored.');
    if (!answer.data.receivePaymentEvent.accepted) throw new BadRequestException('The signature is wrong or too old.');
    return 'Stored';
  }
}

/**
 * Leaves the body of events unparsed, because its signature covers these bytes. Bodies of all other routes are parsed as before, since the
 * content type is changed for this route only.
 */
export function readEventBodies(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    if (request.method === 'POST' && request.url.split('?')[0] === STRIPE_EVENTS_PATH)
      request.headers['content-type'] = EVENT_TYPE;
    done();
  });
  server.addContentTypeParser(EVENT_TYPE, { parseAs: 'buffer', bodyLimit: MAX_EVENT_BYTES }, (_request, body, done) =>
    done(null, body),
  );
}
