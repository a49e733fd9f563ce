import { Module } from '@nestjs/common';
import { SitesModule } from '../sites/index.js';
import { TranslationsModule } from '../translations/index.js';
import { BackendDocuments } from './backend-documents.js';
import { DocumentsController } from './documents.controller.js';

@Module({
  imports: [SitesModule, TranslationsModule],
  controllers: [DocumentsController],
  providers: [BackendDocuments],
  exports: [BackendDocuments],
})
export class DocumentsModule {}
