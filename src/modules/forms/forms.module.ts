import { Module } from '@nestjs/common';
import { FormRegistry } from './form-registry.js';

@Module({ providers: [FormRegistry], exports: [FormRegistry] })
export class FormsModule {}
