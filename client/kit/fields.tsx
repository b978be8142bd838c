import Bell from 'lucide-react/icons/bell'
import { Combobox } from '../ui/inputs/Combobox.tsx'
import type { ComboboxProps } from '../ui/inputs/Combobox.tsx'
import { DateInput } from '../ui/inputs/DateInput.tsx'
import type { DateInputProps } from '../ui/inputs/DateInput.tsx'
import { Select } from '../ui/inputs/Select.tsx'
import type { SelectProps } from '../ui/inputs/Select.tsx'
import { Switch } from '../ui/inputs/Switch.tsx'
import type { SwitchProps } from '../ui/inputs/Switch.tsx'
import { Textarea } from '../ui/inputs/Textarea.tsx'
import type { TextareaProps } from '../ui/inputs/Textarea.tsx'
import * as textarea from '../ui/inputs/Textarea.css.ts'
import { TextInput } from '../ui/inputs/TextInput.tsx'
import type { TextInputProps } from '../ui/inputs/TextInput.tsx'
import { fieldSamples, keysOf } from './samples.ts'
import type { Section } from './samples.ts'

type States<Props> = Record<string, Omit<Props, 'id' | 'name' | 'label'>>

const wrong = { hint: 'For example, a name.', error: 'This is not valid.', required: true }

const textInputs: States<TextInputProps> = {
  plain: { placeholder: 'Placeholder' },
  required: { required: true, hint: 'For example, a name.' },
  optional: { required: false },
  'with prefix': { prefix: '$' },
  'with suffix': { suffix: 'cm', defaultValue: '12' },
  disabled: { disabled: true, defaultValue: 'fixed' },
  wrong: { ...wrong, defaultValue: 'value' },
  password: { type: 'password', defaultValue: 'secret' },
  'with object rules': { rules: { required: true, max: 5 } },
  'with string rules': { rules: 'required|email' },
  'with function rules': { rules: (value) => value === 'yes' },
}

const textareas: States<TextareaProps> = {
  ...Object.fromEntries(
    keysOf(textarea.color).map((color) => [color, { color, placeholder: 'Placeholder' }]),
  ),
  required: { required: true, hint: 'For example, a name.' },
  disabled: { disabled: true, defaultValue: 'fixed' },
  wrong: { ...wrong, defaultValue: 'value' },
  'with rules': { rules: 'required|max:5' },
}

const options = [
  { value: 'a', label: 'First' },
  { value: 'b', label: 'Second' },
]
const selects: States<SelectProps> = {
  plain: { options },
  optional: { options, emptyLabel: 'None', required: false },
  disabled: { options, disabled: true },
  wrong: { options, ...wrong },
}

const switches: States<SwitchProps> = {
  off: {},
  on: { defaultChecked: true },
  'with values of its own': { defaultValue: 'yes', trueValue: 'yes', falseValue: 'no' },
  'with icon': { icon: <Bell size={16} aria-hidden="true" />, hint: 'For example, a name.' },
  disabled: { disabled: true },
  'disabled and on': { disabled: true, defaultChecked: true },
  wrong: { hint: wrong.hint, error: wrong.error },
}

const dates: States<DateInputProps> = {
  empty: { hint: 'Any day of this year.', min: '2026-01-01', max: '2026-12-31' },
  chosen: { day: '2026-11-21' },
  disabled: { day: '2026-11-21', disabled: true },
  wrong: { day: '2026-11-21', ...wrong },
}

const stores = ['Acme Rewards', 'Borealis Gifts', 'Cinder Swag'].map((label, at) => ({
  value: String(at),
  label,
}))
/** Stands for the API: what it finds depends on the text alone. */
const search: ComboboxProps['search'] = async (text) =>
  stores.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))

const comboboxes: States<ComboboxProps> = {
  empty: { search, placeholder: 'Find a store' },
  chosen: { search, initial: stores[1] ?? null, required: true },
  'that fails': { search: () => Promise.reject(new Error('no answer')) },
  disabled: { search, initial: stores[0] ?? null, disabled: true },
  wrong: { search, ...wrong },
}

export const fields: readonly Section[] = [
  { title: 'Text input', samples: fieldSamples('Text', TextInput, textInputs) },
  { title: 'Textarea', samples: fieldSamples('Textarea', Textarea, textareas) },
  { title: 'Select', samples: fieldSamples('Select', Select, selects) },
  { title: 'Switch', samples: fieldSamples('Switch', Switch, switches) },
  { title: 'Date', samples: fieldSamples('Date', DateInput, dates) },
  { title: 'Combobox', samples: fieldSamples('Store', Combobox, comboboxes) },
].map((section) => ({ ...section, layout: 'grid' as const }))
