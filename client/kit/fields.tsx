import Bell from 'lucide-react/icons/bell'
import { Combobox } from '../parts/Combobox.tsx'
import type { ComboboxProps } from '../ui/inputs/comboboxProps.ts'
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
import { createFieldSamples, getKeys } from './samples.ts'
import type { KitSection } from './samples.ts'

type FieldStates<Props> = Record<string, Omit<Props, 'id' | 'name' | 'label'>>

const invalidProps = { hint: 'For example, a name.', error: 'This is not valid.', required: true }

const textInputs: FieldStates<TextInputProps> = {
  plain: { placeholder: 'Placeholder' },
  required: { required: true, hint: 'For example, a name.' },
  optional: { required: false },
  'with prefix': { prefix: '$' },
  'with suffix': { suffix: 'cm', defaultValue: '12' },
  disabled: { disabled: true, defaultValue: 'fixed' },
  wrong: { ...invalidProps, defaultValue: 'value' },
  password: { type: 'password', defaultValue: 'secret' },
  'with object rules': { rules: { required: true, max: 5 } },
  'with string rules': { rules: 'required|email' },
  'with function rules': { rules: (value) => value === 'yes' },
}

const textareas: FieldStates<TextareaProps> = {
  ...Object.fromEntries(
    getKeys(textarea.color).map((color) => [color, { color, placeholder: 'Placeholder' }]),
  ),
  required: { required: true, hint: 'For example, a name.' },
  disabled: { disabled: true, defaultValue: 'fixed' },
  wrong: { ...invalidProps, defaultValue: 'value' },
  'with rules': { rules: 'required|max:5' },
}

const sampleOptions = [
  { value: 'a', label: 'First' },
  { value: 'b', label: 'Second' },
]
const selects: FieldStates<SelectProps> = {
  plain: { options: sampleOptions },
  optional: { options: sampleOptions, emptyLabel: 'None', required: false },
  disabled: { options: sampleOptions, disabled: true },
  wrong: { options: sampleOptions, ...invalidProps },
}

const switches: FieldStates<SwitchProps> = {
  off: {},
  on: { defaultChecked: true },
  'with values of its own': { defaultValue: 'yes', trueValue: 'yes', falseValue: 'no' },
  'with icon': { icon: <Bell size={16} aria-hidden="true" />, hint: 'For example, a name.' },
  disabled: { disabled: true },
  'disabled and on': { disabled: true, defaultChecked: true },
  wrong: { hint: invalidProps.hint, error: invalidProps.error },
}

const dates: FieldStates<DateInputProps> = {
  empty: { hint: 'Any day of this year.', min: '2026-01-01', max: '2026-12-31' },
  chosen: { day: '2026-11-21' },
  disabled: { day: '2026-11-21', disabled: true },
  wrong: { day: '2026-11-21', ...invalidProps },
}

const storeOptions = ['Acme Rewards', 'Borealis Gifts', 'Cinder Swag'].map((label, index) => ({
  value: String(index),
  label,
}))
/** Replaces the API: the result depends only on the text. */
const searchStores: ComboboxProps['search'] = async (text) =>
  storeOptions.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))

const comboboxes: FieldStates<ComboboxProps> = {
  empty: { search: searchStores, placeholder: 'Find a store' },
  chosen: { search: searchStores, initial: storeOptions[1] ?? null, required: true },
  'that fails': { search: () => Promise.reject(new Error('no answer')) },
  disabled: { search: searchStores, initial: storeOptions[0] ?? null, disabled: true },
  wrong: { search: searchStores, ...invalidProps },
}

export const fieldSections: readonly KitSection[] = [
  { title: 'Text input', samples: createFieldSamples('Text', TextInput, textInputs) },
  { title: 'Textarea', samples: createFieldSamples('Textarea', Textarea, textareas) },
  { title: 'Select', samples: createFieldSamples('Select', Select, selects) },
  { title: 'Switch', samples: createFieldSamples('Switch', Switch, switches) },
  { title: 'Date', samples: createFieldSamples('Date', DateInput, dates) },
  { title: 'Combobox', samples: createFieldSamples('Store', Combobox, comboboxes) },
].map((section) => ({ ...section, layout: 'grid' as const }))
