import { useState } from 'react';
import { CheckList } from '../ui/check-list.tsx';
import { ChoiceList } from '../ui/choice-list.tsx';
import { SearchSelect } from '../ui/search-select.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { StateField } from '../ui/state-field.tsx';
import { SwitchRow } from '../ui/switch.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { ThemeButton } from '../ui/theme-button.tsx';
import { LONG, Part, Row, Sample } from './sample.tsx';

const BANKS = ['Zenith Bank', 'Access Bank', LONG];
const BANK_CHOICES = BANKS.map((label) => ({ value: label, label }));
const CHOICES = [
  { value: 'one', label: 'One', detail: 'What it means.' },
  { value: 'two', label: 'Two', detail: 'What that means.' },
  { value: 'long', label: LONG, detail: LONG },
];
const STATES = ['open', 'paid'] as const;
const STATE_WORDS = { open: { text: 'Open' }, paid: { text: 'Paid' } };
const COUNTS = { open: 3, paid: 1204 };

/** All controls that choose, in every state. `theme` keeps the radio groups of the two themes apart. */
export function Choices({ theme }: { theme: string }) {
  const [bank, setBank] = useState<string | null>(null);
  const [state, setState] = useState<(typeof STATES)[number] | null>(null);
  const [choice, setChoice] = useState('two');
  const [ticks, setTicks] = useState(['one']);
  const [tab, setTab] = useState('one');
  const [isOn, setIsOn] = useState(true);
  return (
    <>
      <Part title="One of several">
        <SelectField label="Default" placeholder="Choose a coin" options={BANK_CHOICES} defaultValue="" />
        <SelectField label="Error" placeholder="Choose a coin" options={BANK_CHOICES} error="Please select a coin." />
        <SelectField label="Disabled" placeholder="Choose a coin first" options={[]} disabled />
        <StateField states={STATES} words={STATE_WORDS} counts={COUNTS} value={state} onChange={setState} />
        <SearchSelect label="Searchable" options={BANKS} value={bank} onChange={setBank} placeholder="Search" />
        <SearchSelect label="Searchable, empty" options={[]} value={null} onChange={setBank} />
        <SearchSelect label="Searchable, error" options={BANKS} value={LONG} onChange={setBank} error={LONG} />
        <SearchSelect label="Searchable, disabled" options={BANKS} value={null} onChange={setBank} disabled />
      </Part>
      <Part title="Radio buttons">
        <Sample name="nothing chosen">
          <ChoiceList
            legend="Nothing chosen"
            name={`none-${theme}`}
            choices={CHOICES.slice(0, 2)}
            value={null}
            onChange={setChoice}
          />
        </Sample>
        <Sample name="one chosen">
          <ChoiceList legend="One chosen" name={`one-${theme}`} choices={CHOICES} value={choice} onChange={setChoice} />
        </Sample>
      </Part>
      <Part title="Any of several">
        <CheckList legend="Some are ticked" name="ticks" options={CHOICES} checked={ticks} onChange={setTicks} />
      </Part>
      <Part title="On or off, and parts of a page">
        <SwitchRow label="A switch" detail="What it does." isOn={isOn} onChange={setIsOn} />
        <SwitchRow label={LONG} detail={LONG} isOn={!isOn} onChange={(isNow) => setIsOn(!isNow)} />
        <Row>
          <ThemeButton theme="system" />
          <ThemeButton theme="light" />
          <ThemeButton theme="dark" />
        </Row>
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
