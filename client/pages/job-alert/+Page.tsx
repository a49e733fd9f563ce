import type { NewAlertData } from '../../features/alerts/new-alert';
import { NewAlertPage } from '../../features/alerts/new-alert-page';

export function Page({ data }: { data: NewAlertData }) {
  return <NewAlertPage data={data} />;
}
