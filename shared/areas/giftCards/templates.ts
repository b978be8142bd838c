import { parseMinor } from '#shared/format/money.ts'
import type { AmountRules } from './amountField.ts'
import { templateVariables } from './messages.ts'
import type { productStates } from './messages.ts'

/** Products that can be ordered. */
export const orderableStates = [
  'live',
  'degraded',
] as const satisfies (keyof typeof productStates)[]

export type VariableValues = Record<keyof typeof templateVariables, string>

/**
 * Allows spaces around a name, which are trimmed afterward: a pattern that skips them takes cubic
 * time.
 */
const variablePattern = /\{\{([^{}]*)\}\}/g

/** Returns the names in a text that aren't variables. */
export const findUnknownVariables = (text: string): string[] =>
  [...text.matchAll(variablePattern)]
    .map(([, content = '']) => content.trim())
    .filter((name) => !isVariable(name))

/** Whether a text has the gift card's link or code: anyone who reads them can spend it. */
export const hasSecretVariable = (text: string): boolean =>
  [...text.matchAll(variablePattern)].some(([, content = '']) =>
    ['link', 'code'].includes(content.trim()),
  )

/** Fills in the variables of a text. Variables inside a filled-in value aren't replaced. */
export const fillVariables = (text: string, values: VariableValues): string =>
  text.replaceAll(variablePattern, (match, content: string) => {
    const name = content.trim()
    return isVariable(name) ? values[name] : match
  })

const isVariable = (name: string): name is keyof VariableValues =>
  Object.hasOwn(templateVariables, name)

export const escapeEmailHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

/** Splits a text into paragraphs at blank lines. */
export const splitParagraphs = (text: string): string[] =>
  text.split(/\n\s*\n/).filter((one) => one.trim() !== '')

/** Renders an email as HTML: escaped paragraphs, with the gift card's link as an anchor. */
export function renderGiftCardEmailHtml(body: string, values: VariableValues): string {
  const link = escapeEmailHtml(values.link)
  const lines = splitParagraphs(fillVariables(body, values)).map((one) =>
    escapeEmailHtml(one)
      .replaceAll('\n', '<br>')
      .replaceAll(link, () => `<a href="${link}">${link}</a>`),
  )
  return lines.map((line) => `<p>${line}</p>`).join('')
}

/** Whether a template allows a gift card of this amount, in minor units. */
export function isTemplateAmount(rules: AmountRules, amount: number): boolean {
  const { currency, amountKind, amounts, minAmount, maxAmount, step } = rules
  if (amountKind === 'fixed') return amounts.some((one) => parseMinor(one, currency) === amount)
  if (minAmount === null || maxAmount === null || step === null) return false
  return amount >= minAmount && amount <= maxAmount && (amount - minAmount) % step === 0
}

/** Runa's rules for a product's amounts; `amounts` is its fixed list, if it has one. */
export type ProductAmounts = {
  currency: string
  minAmount: number | null
  maxAmount: number | null
  amounts: readonly string[]
}

/** Whether Runa offers a product with this amount, in minor units. */
export const isProductAmount = (
  { currency, minAmount, maxAmount, amounts }: ProductAmounts,
  amount: number,
): boolean =>
  amounts.length > 0
    ? amounts.some((one) => parseMinor(one, currency) === amount)
    : amount >= (minAmount ?? 1) && (maxAmount === null || amount <= maxAmount)
