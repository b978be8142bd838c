import { money, select } from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { formatMoney, parseMinor } from '#shared/format/money.ts'
import { giftCardFieldMessages } from './messages.ts'
import type { amountKinds } from './messages.ts'

/** A template's rules for amounts. */
export type AmountRules = {
  currency: string
  amountKind: keyof typeof amountKinds
  amounts: readonly string[]
  minAmount: number | null
  maxAmount: number | null
  step: number | null
}

/** Creates the field for a template's amount: its list of amounts, or free input. */
export function createAmountField({
  currency,
  amountKind,
  amounts,
  minAmount,
  maxAmount,
  step,
}: AmountRules): Field {
  if (amountKind !== 'fixed') {
    const [from, to, by] = [minAmount, maxAmount, step].map((one) =>
      formatMoney(one ?? 1, currency),
    )
    return money(giftCardFieldMessages.amount, {
      currency,
      min: 1,
      hint: giftCardFieldMessages.amountHint(from ?? '', to ?? '', by ?? ''),
    })
  }
  const options = amounts
    .flatMap((one) => parseMinor(one, currency) ?? [])
    .map((one) => [String(one), formatMoney(one, currency)])
  return select(giftCardFieldMessages.amount, Object.fromEntries(options))
}
