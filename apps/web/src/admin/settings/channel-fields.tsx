import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type BrandProblem, type ChannelForm, withNewChannel } from './brand-rules.ts';

const MOST_CHANNELS = 6;
type Channels = readonly ChannelForm[];

/** The company's channels: a name and an address each, to add and to remove. */
export function ChannelFields({
  channels,
  problem,
  onChange,
}: {
  channels: Channels;
  problem: BrandProblem | null;
  onChange: (channels: Channels) => void;
}) {
  const errorOf = (name: string) => (problem?.field === name ? problem.text : undefined);
  const replace = (index: number, part: Partial<Channels[number]>) =>
    onChange(channels.map((channel, at) => (at === index ? { ...channel, ...part } : channel)));
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1.5 text-sm font-medium">Channels</legend>
      {channels.length === 0 && (
        <p className="text-sm text-ink-soft">None. The footer says that no channel is connected yet.</p>
      )}
      {channels.map((channel, index) => (
        <div key={channel.key} className="grid items-start gap-3 sm:grid-cols-[10rem_minmax(0,1fr)_auto]">
          <TextField
            label={`Name of channel ${index + 1}`}
            name={`socialLinks.${index}.label`}
            autoComplete="off"
            maxLength={30}
            value={channel.label}
            error={errorOf(`socialLinks.${index}.label`)}
            onChange={(event) => replace(index, { label: event.target.value })}
          />
          <TextField
            label={`Address of channel ${index + 1}`}
            name={`socialLinks.${index}.url`}
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            maxLength={300}
            value={channel.url}
            error={errorOf(`socialLinks.${index}.url`)}
            onChange={(event) => replace(index, { url: event.target.value })}
          />
          <Button
            variant="quiet"
            aria-label={`Remove channel ${index + 1}`}
            className="sm:mt-6.5"
            onClick={() => onChange(channels.filter((_, at) => at !== index))}
          >
            <Trash2 className="size-4" aria-hidden="true" />
            <span className="sm:sr-only">Remove</span>
          </Button>
        </div>
      ))}
      {channels.length < MOST_CHANNELS && (
        <div>
          <Button variant="quiet" className="-ml-4" onClick={() => onChange(withNewChannel(channels))}>
            <Plus className="size-4" aria-hidden="true" />
            Add a channel
          </Button>
        </div>
      )}
    </fieldset>
  );
}
