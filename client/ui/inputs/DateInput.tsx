import { TextInput } from './TextInput.tsx'
import type { TextInputProps } from './TextInput.tsx'

export type DateInputProps = Omit<
  TextInputProps,
  'type' | 'prefix' | 'suffix' | 'defaultValue' | 'min' | 'max'
> & {
  /** `YYYY-MM-DD` */
  day?: string | null
  min?: string
  max?: string
}

/** A day: the browser's own date field, which sends `YYYY-MM-DD` and shows it as the operator's system does. */
export function DateInput({ day, ...input }: DateInputProps) {
  return <TextInput {...input} type="date" defaultValue={day ?? ''} />
}
