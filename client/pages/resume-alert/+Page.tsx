import { NewAlertPage, type NewAlertData } from '../../features/alerts/new-alert-page';
import { Gate, type GateData } from '../../features/resumes/resume-gate';

export function Page({ data }: { data: NewAlertData | GateData }) {
  return 'gate' in data ? <Gate reason={data.gate} destination={data.destination} /> : <NewAlertPage data={data} />;
}
