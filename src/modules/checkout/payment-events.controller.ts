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
import type { FastifyRequest } from 'fastify';
import { ReceivePaymentEventDocument } from '#contract/generated/operations.js';
import { STRIPE_EVENTS_PATH } from '#contract/pages/paths.js';
import { GraphqlClient } from '../graphql-client/index.js';
import { SiteRegistry } from '../sites/index.js';

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
