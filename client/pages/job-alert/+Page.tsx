import { NewAlertPage, type NewAlertData } from '../../features/alerts/new-alert-page';
import { TrackedEvent } from '../../lib/measurement/tracked';

export function Page({ data }: { data: NewAlertData }) {
  return (
    <>
      <TrackedEvent event="job_alert_prompt" />
      <NewAlertPage data={data} />
    </>
  );
}
