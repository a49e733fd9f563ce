import { EmbedFrame } from '../../../components/embeds/embed-frame';
import { videoEmbed, webAddress } from '../../../components/embeds/embed-address';
import { usePage } from '../../../lib/page-context';

/** A video about the job: on a service that we know it is loaded when asked for, elsewhere it is linked to. */
export function JobVideo({ source, title }: { source: string; title: string }) {
  const { t } = usePage();
  const embed = videoEmbed(source);
  const link = webAddress(source);
  const name = t('job.video', { title });
  if (embed) return <EmbedFrame embed={embed} title={name} kind="video" />;
  return link ? (
    <p>
      <a href={link} rel="noopener noreferrer nofollow" target="_blank">
        {name}
      </a>
    </p>
  ) : null;
}
