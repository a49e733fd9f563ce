import { Module } from '@nestjs/common';
import { FileProxyController } from './file-proxy.controller.js';

@Module({ controllers: [FileProxyController] })
export class FileProxyModule {}
