import { Module } from '@nestjs/common';
import { PageResolver } from './page-resolver.js';

@Module({ providers: [PageResolver], exports: [PageResolver] })
export class RoutingModule {}
