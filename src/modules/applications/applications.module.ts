import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { AccountModule, CaptchaSolver } from '../account/index.js';
import { AuthModule } from '../auth/index.js';
import { DocumentsModule } from '../documents/index.js';
import { FormRegistry, FormsModule } from '../forms/index.js';
import { SitesModule } from '../sites/index.js';
import { TranslationsModule } from '../translations/translations.module.js';
import { applyForm, additionForm } from './apply-form.js';
import { interviewForm, TEMPLATE_FORMS } from './application-forms.js';
import { closingForm, RECEIVED_FORMS } from './received-form.js';
import { ApplicationListController } from './application-list.controller.js';
import { FileDownloadController, FileUploadController } from './application-files.controller.js';

/** Sends, withdraws and answers job applications, and serves their files. */
@Module({
  imports: [FormsModule, AccountModule, AuthModule, SitesModule, DocumentsModule, TranslationsModule],
  controllers: [FileUploadController, FileDownloadController, ApplicationListController],
})
export class ApplicationsModule implements OnModuleInit {
  constructor(
    @Inject(FormRegistry) private readonly forms: FormRegistry,
    @Inject(CaptchaSolver) private readonly captchas: CaptchaSolver,
  ) {}

  onModuleInit(): void {
    for (const action of [
      applyForm(this.captchas),
      additionForm,
      interviewForm,
      ...RECEIVED_FORMS,
      closingForm,
      TEMPLATE_FORMS,
    ])
      this.forms.add(action);
  }
}
