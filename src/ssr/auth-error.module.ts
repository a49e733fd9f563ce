import { Module } from '@nestjs/common';
import { SitesModule } from '../modules/sites/index.js';
import { AuthErrorController } from './auth-error.controller.js';
import { SsrModule } from './ssr.module.js';

/** The error page of the session protocol. A separate module, because its path is below AUTH_BASE_PATH like those of `AuthModule`. */
@Module({ imports: [SitesModule, SsrModule], controllers: [AuthErrorController] })
export class AuthErrorModule {}
