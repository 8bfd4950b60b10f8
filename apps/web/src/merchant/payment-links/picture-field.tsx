import { endpoints, type ImageKind } from '@kobogate/contract';
import { useId, useRef, useState } from 'react';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { ImagePlus } from '../../ui/icons.ts';
import type { Picture } from './link-form-rules.ts';
import { preparePicture } from './prepare-picture.ts';

const SHAPES = { banner: 'aspect-[3/1] w-full rounded-card', profile: 'size-24 rounded-full' } as const;

/** A picture of a link: chosen, uploaded at once, shown as payers will see it, and removable. */
export function PictureField({
  kind,
  label,
  hint,
  picture,
  onChange,
}: {
  kind: ImageKind;
  label: string;
  hint: string;
  picture: Picture | null;
  onChange: (picture: Picture | null) => void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { isPending, run } = usePending();
  const [problem, setProblem] = useState<string | null>(null);

  async function send(file: File): Promise<void> {
    setProblem(null);
    try {
      const body = await preparePicture(file, kind);
      if (body === null) return setProblem('This picture is too large. Please choose one of at most 6 MB.');
      const answer = await call(endpoints.images.upload, { query: { kind }, body });
      if (isUnreachable(answer)) return setProblem(answer);
      onChange(answer.data);
    } catch (failure) {
      setProblem(messageFor(failure, 'The picture could not be sent. Please try again.'));
    }
  }

  return (
    <fieldset aria-describedby={`${id}-hint`} className="grid gap-2">
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      {picture === null ? (
        <span className={classes(SHAPES[kind], 'grid place-items-center border border-dashed border-edge bg-sunk')}>
          <ImagePlus className="size-6 text-ink-soft" aria-hidden="true" />
        </span>
      ) : (
        <img src={picture.address} alt={`${label}, as payers see it`} className={classes(SHAPES[kind], 'bg-sunk')} />
      )}
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        {hint}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          pending={isPending}
          pendingLabel="Sending..."
          aria-label={`${picture === null ? 'Choose' : 'Change'} ${label.toLowerCase()}`}
          onClick={() => input.current?.click()}
        >
          {picture === null ? 'Choose a picture' : 'Change'}
        </Button>
        {picture !== null && (
          <Button
            variant="quiet"
            disabled={isPending}
            aria-label={`Remove ${label.toLowerCase()}`}
            onClick={() => onChange(null)}
          >
            Remove
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The same file may be chosen again after it was refused.
          target.value = '';
          if (file !== undefined) void run(() => send(file));
        }}
      />
      {problem !== null && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
