import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { Form } from '../../lib/use-form.ts';
import { Plus, Trash2 } from '../../ui/icons.ts';
import type { BrandForm } from './brand-rules.ts';

const MOST_CHANNELS = 6;

/** The company's channels: a name and an address each, to add and to remove. */
export function ChannelFields({ form }: { form: Pick<Form<BrandForm>, 'field' | 'set' | 'values'> }) {
  const channels = form.values.socialLinks;
  const change = form.set('socialLinks');
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1.5 text-sm font-medium">Channels</legend>
      {channels.length === 0 && (
        <p className="text-sm text-ink-soft">None. The footer says that no channel is connected yet.</p>
      )}
      {Array.from(channels.keys(), (index) => (
        <div key={`channel ${index + 1}`} className="grid items-start gap-3 sm:grid-cols-[10rem_minmax(0,1fr)_auto]">
          <TextField
            {...form.field(`socialLinks.${index}.label`)}
            label={`Name of channel ${index + 1}`}
            autoComplete="off"
            maxLength={30}
          />
          <TextField
            {...form.field(`socialLinks.${index}.url`)}
            label={`Address of channel ${index + 1}`}
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            maxLength={300}
          />
          <Button
            variant="quiet"
            aria-label={`Remove channel ${index + 1}`}
            className="sm:mt-6.5"
            onClick={() => change(channels.filter((_, at) => at !== index))}
          >
            <Trash2 className="size-4" aria-hidden="true" />
            <span className="sm:sr-only">Remove</span>
          </Button>
        </div>
      ))}
      {channels.length < MOST_CHANNELS && (
        <div>
          <Button variant="quiet" className="-ml-4" onClick={() => change([...channels, { label: '', url: '' }])}>
            <Plus className="size-4" aria-hidden="true" />
            Add a channel
          </Button>
        </div>
      )}
    </fieldset>
  );
}
