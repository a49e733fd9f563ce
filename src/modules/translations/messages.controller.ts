import { Controller, Get, Header, Inject, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { SiteRegistry } from '../sites/index.js';
import type { Messages } from '#shared/translations/message-sets.js';
import { Translations } from './translations.js';

/** Catalogues for scripts (I18N-01); open to everyone. */
@Controller('api/messages')
export class MessagesController {
  constructor(
    @Inject(Translations) private readonly translations: Translations,
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
  ) {}

  /** An unknown locale gets the site's first. */
  @Get(':locale')
  @Header('Cache-Control', 'public, max-age=300')
  messages(@Param('locale') locale: string, @Req() request: FastifyRequest): Messages {
    const { config } = this.sites.forHost(request.headers.host);
    return this.translations.messages(config, this.translations.knownLocale(locale) ?? config.locales[0]!);
  }
}
