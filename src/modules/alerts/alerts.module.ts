import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { AccountModule } from '../account/index.js';
import { FormRegistry, FormsModule } from '../forms/index.js';
import { SitesModule } from '../sites/index.js';
import { linkForm, newAlertForm, OWN_ALERT_FORMS } from './alert-forms.js';
import { OneClickController } from './one-click.controller.js';

/** Creates, confirms, changes and ends alerts. */
@Module({ imports: [FormsModule, AccountModule, SitesModule], controllers: [OneClickController] })
export class AlertsModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    for (const action of [newAlertForm, linkForm, ...OWN_ALERT_FORMS]) this.forms.add(action);
  }
}
