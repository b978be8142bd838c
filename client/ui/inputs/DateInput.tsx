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

/**
 * Renders the browser's date field, which submits `YYYY-MM-DD` and shows the format of the
 * operator's system.
 */
export function DateInput({ day, ...input }: DateInputProps) {
  return <TextInput {...input} type="date" defaultValue={day ?? ''} />
}
