import { BackLink } from '../ui/back-link.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import type { ButtonVariant } from '../ui/button-style.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { ArrowLeftRight } from '../ui/icons.ts';
import { MaskedAddress } from '../ui/masked-address.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { PasswordField, TextField } from '../ui/text-field.tsx';
import { TransactionLink } from '../ui/transaction-link.tsx';
import { LONG, Part, Row, Sample } from './sample.tsx';

const VARIANTS: readonly ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger'];
const HOVER: Readonly<Record<ButtonVariant, string>> = {
  primary: 'bg-primary-strong!',
  secondary: 'bg-sunk!',
  quiet: 'bg-primary-soft!',
  danger: 'opacity-90',
};
const FOCUS = 'outline-3 outline-offset-2 outline-primary';
const TRANSACTION = `0x${'5d1f2a9b'.repeat(8)}`;
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** All controls to press or type into, in every state. */
export function Controls() {
  return (
    <>
      {VARIANTS.map((variant) => (
        <Part key={variant} title={`Button, ${variant}`}>
          <Row>
            <Sample name="default">
              <Button variant={variant}>Convert</Button>
            </Sample>
            <Sample name="hover">
              <Button variant={variant} className={HOVER[variant]}>
                Convert
              </Button>
            </Sample>
            <Sample name="focus">
              <Button variant={variant} className={FOCUS}>
                Convert
              </Button>
            </Sample>
            <Sample name="disabled">
              <Button variant={variant} disabled>
                Convert
              </Button>
            </Sample>
            <Sample name="pending">
              <Button variant={variant} pending pendingLabel="Converting...">
                Convert
              </Button>
            </Sample>
            <Sample name="large, with an icon">
              <Button variant={variant} size="large">
                <ArrowLeftRight className="size-5" aria-hidden="true" />
                Convert
              </Button>
            </Sample>
          </Row>
          <Sample name="long text">
            <Button variant={variant}>{LONG}</Button>
          </Sample>
        </Part>
      ))}
      <Part title="Links, and copying">
        <BackLink to="/styleguide">The list that it is of</BackLink>
        <Row>
          <TransactionLink network="bsc" transaction={TRANSACTION} />
          <TransactionLink network="elsewhere" transaction={TRANSACTION} />
          <ButtonLink to="/styleguide">A link</ButtonLink>
          <CopyButton text={ADDRESS} />
        </Row>
        <MaskedAddress address={ADDRESS} />
      </Part>
      <Part title="Text field">
        <TextField label="Default" />
        <TextField label="With a hint and a unit" hint="In plain digits." suffix="USDT" defaultValue="25.5" />
        <TextField label="Focus" className={FOCUS} defaultValue="25.5" />
        <TextField label="Error" defaultValue="12" error="Please enter a valid phone number" />
        <TextField label="Disabled" disabled defaultValue="Sample" />
        <TextField label={LONG} defaultValue={LONG} hint={LONG} error={LONG} />
        <PasswordField label="Password" defaultValue="a sample password" />
        <SearchField initial="" placeholder="Name or purpose" maxLength={100} onSettled={() => undefined} />
        <TextArea label="Several lines" hint="What it is for." defaultValue={LONG} />
        <TextArea label="Several lines, error" error="Please say what happened." />
      </Part>
    </>
  );
}
