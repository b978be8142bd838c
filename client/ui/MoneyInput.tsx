import { messages } from '#shared/messages.ts'
import { formatMinor, parseMinor } from '#shared/money.ts'
import { firstFailure } from './rules.ts'
import { TextInput } from './TextInput.tsx'
import type { TextInputProps } from './TextInput.tsx'

export type MoneyInputProps = Omit<TextInputProps, 'prefix' | 'type' | 'defaultValue'> & {
  /** ISO 4217. */
  currency: string
  /** The amount it starts with, in minor units. */
  minor?: number | null
}

/** An amount in a currency: typed with its decimal places, read with `parseMinor`. The rules given come before its own. */
export function MoneyInput({ currency, minor, rules = {}, ...input }: MoneyInputProps) {
  const isAmount = (typed: string) =>
    firstFailure(input.label, rules, typed) ??
    (typed.trim() === '' ||
      parseMinor(typed, currency) !== null ||
      messages.validation.notAmount(input.label, currency))
  return (
    <TextInput
      {...input}
      inputMode="decimal"
      prefix={currency}
      defaultValue={minor === null || minor === undefined ? '' : formatMinor(minor, currency)}
      rules={isAmount}
    />
  )
}
