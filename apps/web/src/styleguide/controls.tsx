import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { Button, ButtonLink } from '../ui/button.tsx';
import type { ButtonVariant } from '../ui/button-style.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { MaskedAddress } from '../ui/masked-address.tsx';
import { SearchSelect } from '../ui/search-select.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { SwitchRow } from '../ui/switch.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { PasswordField, TextField } from '../ui/text-field.tsx';
import { LONG, Part, Row, Sample } from './sample.tsx';

const VARIANTS: readonly ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger'];
const HOVER: Readonly<Record<ButtonVariant, string>> = {
  primary: 'bg-primary-strong!',
  secondary: 'bg-sunk!',
  quiet: 'bg-primary-soft!',
  danger: 'opacity-90',
};
const FOCUS = 'outline-3 outline-offset-2 outline-primary';
const BANKS = ['Zenith Bank', 'Access Bank', LONG].map((label) => ({ value: label, label }));
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** Whatever is pressed, typed into or chosen from, in every state. */
export function Controls() {
  const [bank, setBank] = useState<string | null>(null);
  const [tab, setTab] = useState('one');
  const [isOn, setIsOn] = useState(true);
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
      <Part title="A link as a button, and copying">
        <Row>
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
      </Part>
      <Part title="Choices">
        <SelectField label="Default" placeholder="Choose a coin" options={BANKS} defaultValue="" />
        <SelectField label="Error" placeholder="Choose a coin" options={BANKS} error="Please select a coin." />
        <SelectField label="Disabled" placeholder="Choose a coin first" options={[]} disabled />
        <SearchSelect label="Searchable" options={BANKS} value={bank} onChange={setBank} placeholder="Search" />
        <SearchSelect label="Searchable, empty" options={[]} value={null} onChange={setBank} />
        <SearchSelect label="Searchable, error" options={BANKS} value={LONG} onChange={setBank} error={LONG} />
        <SearchSelect label="Searchable, disabled" options={BANKS} value={null} onChange={setBank} disabled />
        <SwitchRow label="A switch" detail="What it does." isOn={isOn} onChange={setIsOn} />
        <SwitchRow label={LONG} detail={LONG} isOn={!isOn} onChange={(isNow) => setIsOn(!isNow)} />
        <Tabs
          label="Tabs"
          value={tab}
          onChange={setTab}
          tabs={[
            { id: 'one', label: 'One', content: <p>The first panel.</p> },
            { id: 'two', label: 'Two', content: <p>The second panel.</p> },
          ]}
        />
      </Part>
    </>
  );
}
