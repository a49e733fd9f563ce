import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { LogBody } from './bodies.js';
import { BASE_PATH } from './paths.js';
import { ProtocolCalls } from './protocol-call.js';

const MAX_LENGTH = 500;

/** Takes what the client library reports, such as CLIENT_FETCH_ERROR (AUTH-07). Open to everyone, so it is short, rare and never believed. */
@Controller(BASE_PATH)
export class LogController {
  constructor(@Inject(ProtocolCalls) private readonly calls: ProtocolCalls) {}

  @Post('_log')
  @RouteConfig({ rateLimit: { max: 30, timeWindow: '1 minute' } })
  @HttpCode(200)
  log(@Req() request: FastifyRequest, @Body() body: LogBody | undefined): void {
    const { level, code, message, url } = body ?? {};
    const { origin } = request.headers;
    if (origin !== undefined && origin !== this.calls.origin(request)) return;
    const details = { client: { code: short(code), message: short(message), url: short(url) } };
    if (level === 'error' || level === 'warn') request.log.warn(details, 'a browser reports');
    else if (level === 'debug') request.log.debug(details, 'a browser reports');
  }
}

function short(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, MAX_LENGTH).replace(/\p{Cc}+/gu, ' ') : undefined;
}
