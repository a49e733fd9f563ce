import { Module } from '@nestjs/common';
import { SitesModule } from '../modules/sites/index.js';
import { AuthErrorController } from './auth-error.controller.js';
import { SsrModule } from './ssr.module.js';

/** The error page of the session protocol. A module of its own, since its address is below AUTH_BASE_PATH as those of `AuthModule` are. */
@Module({ imports: [SitesModule, SsrModule], controllers: [AuthErrorController] })
export class AuthErrorModule {}
