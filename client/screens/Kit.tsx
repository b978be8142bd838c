import { useState } from 'react'
import Bell from 'lucide-react/icons/bell'
import type { ReactNode } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import * as button from '../ui/Button.css.ts'
import { BarChart, LineChart } from '../ui/Chart.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { DateInput } from '../ui/DateInput.tsx'
import { Modal } from '../ui/Modal.tsx'
import { MoneyInput } from '../ui/MoneyInput.tsx'
import { Progress } from '../ui/Progress.tsx'
import { ScrollArea } from '../ui/ScrollArea.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { StateMessage } from '../ui/StateMessage.tsx'
import { Status } from '../ui/Status.tsx'
import { Switch } from '../ui/Switch.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import * as textarea from '../ui/Textarea.css.ts'
import { TextInput } from '../ui/TextInput.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import * as tooltip from '../ui/Tooltip.css.ts'
import * as styles from './Kit.css.ts'

/** The keys of a style's variants, which are a component's choices. */
const keysOf = <Variants extends object>(variants: Variants) =>
  // Object.keys forgets which keys it was given.
  Object.keys(variants) as (keyof Variants)[]

const options = [
  { value: 'a', label: 'First' },
  { value: 'b', label: 'Second' },
]

const stores = ['Acme Rewards', 'Borealis Gifts', 'Cinder Swag'].map((label, at) => ({
  value: String(at),
  label,
}))

/** Stands for the API: what it finds depends on the text alone. */
const findStore = async (text: string) =>
  stores.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))

/** Every shared element in every state, for whoever builds screens; development only. */
export function Component() {
  const [open, setOpen] = useState(false)
  return (
    <div className={styles.page}>
      <Part title="Button">
        {keysOf(button.variant).map((variant) =>
          keysOf(button.color).map((color) => (
            <Button key={`${variant}-${color}`} variant={variant} color={color}>
              {variant} {color}
            </Button>
          )),
        )}
        <Button size="small">small</Button>
        <Button disabled>disabled</Button>
        <Button loading>loading</Button>
      </Part>
      <Part title="Text input">
        <TextInput
          id="kit-plain"
          name="plain"
          label="Plain"
          hint="A hint"
          placeholder="Placeholder"
        />
        <TextInput
          id="kit-error"
          name="error"
          label="Wrong"
          error="Wrong is not valid."
          defaultValue="value"
          required
        />
        <TextInput id="kit-affix" name="affix" label="Affixes" prefix="$" suffix="USD" required />
        <TextInput
          id="kit-disabled"
          name="disabled"
          label="Disabled"
          disabled
          defaultValue="fixed"
          required
        />
        <TextInput
          id="kit-object"
          name="object"
          label="Object rules"
          rules={{ required: true, max: 5 }}
          required
        />
        <TextInput
          id="kit-string"
          name="string"
          label="String rules"
          rules="required|email"
          required
        />
        <TextInput
          id="kit-function"
          name="function"
          label="Function rules"
          rules={(value) => value === 'yes'}
          required
        />
      </Part>
      <Part title="Textarea">
        {keysOf(textarea.color).map((color) => (
          <Textarea
            key={color}
            id={`kit-area-${color}`}
            name={color}
            label={`Text area ${color}`}
            color={color}
            required
          />
        ))}
        <Textarea
          id="kit-area-disabled"
          name="area-disabled"
          label="Text area disabled"
          disabled
          required
        />
      </Part>
      <Part title="Select and switch">
        <Select id="kit-select" name="select" label="Select" options={options} required />
        <Select
          id="kit-select-any"
          name="select-any"
          label="Select or none"
          options={options}
          emptyLabel="None"
        />
        <Switch id="kit-on" name="on" label="On" defaultChecked />
        <Switch id="kit-off" name="off" label="Off" icon={<Bell size={16} aria-hidden="true" />} />
        <Switch
          id="kit-switch-disabled"
          name="switch-disabled"
          label="Switch disabled"
          disabled
          defaultChecked
        />
      </Part>
      <Part title="Date, money, combobox">
        <DateInput id="kit-date" name="date" label="Day" day="2026-11-21" required />
        <MoneyInput
          id="kit-money"
          name="money"
          label="Amount"
          currency="EUR"
          minor={123450}
          required
        />
        <MoneyInput
          id="kit-yen"
          name="yen"
          label="Amount in yen"
          currency="JPY"
          minor={1250}
          required
        />
        <Combobox id="kit-combobox" name="combobox" label="Store" search={findStore} required />
      </Part>
      <Part title="Tooltip">
        {keysOf(tooltip.bubble).map((color) => (
          <Tooltip key={color} text={`Explains in ${color}`} color={color}>
            <Button color="white">{color}</Button>
          </Tooltip>
        ))}
      </Part>
      <Part title="Modal">
        <Button onClick={() => setOpen(true)}>Open modal</Button>
        {open && (
          <Modal title="A modal" onClose={() => setOpen(false)}>
            <Button onClick={() => setOpen(false)}>Close</Button>
          </Modal>
        )}
      </Part>
      <Part title="Tabs, badges, status, progress">
        <Tabs
          label="Kit tabs"
          tabs={[
            { title: 'Here', to: '/kit' },
            { title: 'Elsewhere', to: '/dashboard' },
          ]}
        />
        {(['neutral', 'accent', 'good', 'warn', 'bad'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        {(['good', 'bad', 'warn', 'off'] as const).map((tone) => (
          <Status key={tone} tone={tone}>
            {tone}
          </Status>
        ))}
        <Progress label="Readiness" percent={62} />
      </Part>
      <Part title="Empty, failed, loading">
        <StateMessage title="Nothing here yet" actions={<Button>Create one</Button>}>
          What it is for.
        </StateMessage>
        <Skeleton lines={3} />
      </Part>
      <Part title="Charts">
        <LineChart
          title="Two lines"
          labels={['Mon', 'Tue', 'Wed', 'Thu', 'Fri']}
          series={[
            { name: 'Issued', values: [4, 9, 6, 12, 8] },
            { name: 'Redeemed', values: [2, 5, 7, 6, 9] },
          ]}
        />
        <BarChart
          title="Bars"
          labels={['Expired card', 'Fraud block']}
          series={[{ name: 'Failed', values: [12, 5] }]}
        />
        <LineChart title="Nothing to show" labels={[]} series={[{ name: 'Orders', values: [] }]} />
      </Part>
      <Part title="Scroll area">
        <ScrollArea label="Scrollable">
          {Array.from({ length: 40 }, (_, at) => (
            <p key={at}>Line {at + 1}</p>
          ))}
        </ScrollArea>
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.samples}>{children}</div>
    </section>
  )
}
