import { Module } from '@nestjs/common';
import { SitesModule } from '../sites/index.js';
import { NewsFeedsController } from './news-feeds.controller.js';

@Module({ imports: [SitesModule], controllers: [NewsFeedsController] })
export class NewsFeedsModule {}
