import { Gate } from '../../features/resumes/gate';
import type { GateData } from '../../features/resumes/resume-gate';
import { resumeSearchView } from '../../features/resumes/search/resume-search-view';
import { ResumesLayout } from '../../features/resumes/search/resumes-layout';
import { usePage } from '../../lib/page-context';
import type { ResumesPageData } from './+load.server';

export function Page({ data }: { data: ResumesPageData | GateData }) {
  const { href } = usePage();
  if ('gate' in data) return <Gate reason={data.gate} destination={data.destination} />;
  const { kind, state, result, named, whole, radius } = data;
  return <ResumesLayout view={resumeSearchView(kind, state, result, { href, named })} whole={whole} radius={radius} />;
}
