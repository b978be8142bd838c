import { parseMinor } from '#shared/format/money.ts'
import { templateVariables } from './messages.ts'
import type { amountKinds, productStates } from './messages.ts'

/** Products that can be ordered. */
export const orderableStates = [
  'live',
  'degraded',
] as const satisfies (keyof typeof productStates)[]

export type VariableValues = Record<keyof typeof templateVariables, string>

/** Blanks around a name are trimmed afterwards: a pattern that skips them takes cubic time. */
const variablePattern = /\{\{([^{}]*)\}\}/g

/** What a text names that is no variable. */
export const findUnknownVariables = (text: string): string[] =>
  [...text.matchAll(variablePattern)]
    .map(([, written = '']) => written.trim())
    .filter((name) => !isVariable(name))

/** The text with its variables filled in; what is filled in is not looked at again. */
export const fillVariables = (text: string, values: VariableValues): string =>
  text.replaceAll(variablePattern, (whole, written: string) => {
    const name = written.trim()
    return isVariable(name) ? values[name] : whole
  })

const isVariable = (name: string): name is keyof VariableValues =>
  Object.hasOwn(templateVariables, name)

export const escapeEmailHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

/** The paragraphs of a text, which empty lines part. */
export const splitParagraphs = (text: string): string[] =>
  text.split(/\n\s*\n/).filter((one) => one.trim() !== '')

/** A mail as HTML: its paragraphs, escaped, with the link of the card as one. */
export function renderEmailHtml(body: string, values: VariableValues): string {
  const link = escapeEmailHtml(values.link)
  const lines = splitParagraphs(fillVariables(body, values)).map((one) =>
    escapeEmailHtml(one)
      .replaceAll('\n', '<br>')
      .replaceAll(link, () => `<a href="${link}">${link}</a>`),
  )
  return lines.map((line) => `<p>${line}</p>`).join('')
}

/** What a template says of its amounts. */
export type AmountRules = {
  currency: string
  amountKind: keyof typeof amountKinds
  amounts: readonly string[]
  minAmount: number | null
  maxAmount: number | null
  step: number | null
}

/** Whether a card of this amount, in minor units, may be sent by a template. */
export function isTemplateAmount(rules: AmountRules, amount: number): boolean {
  const { currency, amountKind, amounts, minAmount, maxAmount, step } = rules
  if (amountKind === 'fixed') return amounts.some((one) => parseMinor(one, currency) === amount)
  if (minAmount === null || maxAmount === null || step === null) return false
  return amount >= minAmount && amount <= maxAmount && (amount - minAmount) % step === 0
}

/** What Runa says of the amounts of a product; a fixed list where it has one. */
export type ProductAmounts = {
  currency: string
  minAmount: number | null
  maxAmount: number | null
  amounts: readonly string[]
}

/** Whether a product comes at this amount, in minor units. */
export const isProductAmount = (
  { currency, minAmount, maxAmount, amounts }: ProductAmounts,
  amount: number,
): boolean =>
  amounts.length > 0
    ? amounts.some((one) => parseMinor(one, currency) === amount)
    : amount >= (minAmount ?? 1) && (maxAmount === null || amount <= maxAmount)
