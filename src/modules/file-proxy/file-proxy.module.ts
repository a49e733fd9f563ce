import { Module } from '@nestjs/common';
import { BackendFiles } from './backend-files.js';
import { FileProxyController } from './file-proxy.controller.js';
import { ImageVariants } from './image-variants.js';

@Module({ controllers: [FileProxyController], providers: [BackendFiles, ImageVariants] })
export class FileProxyModule {}
