export { OrganizationEditingModule } from './organization-editing.module.js';
