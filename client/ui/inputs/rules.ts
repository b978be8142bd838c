import { messages } from '#shared/messages.ts'

type RuleSet = {
  required?: boolean
  email?: boolean
  url?: boolean
  integer?: boolean
  min?: number
  max?: number
  matches?: RegExp
}

/** A check of a value. Returns true, false for the default message, or a message. */
export type RuleFunction = (value: string) => boolean | string

/**
 * A field's rules (spec.md section 5): an object, the same as text (`required|max:40`), or a
 * function.
 */
export type Rules = RuleSet | string | RuleFunction

type RuleCheck = (value: string, parameter: never, label: string) => boolean | string

/** Checks in the order they run. All but `required` accept an empty value. */
const ruleChecks = {
  required: (value: string, on: boolean, label: string) =>
    !on || value.trim() !== '' || messages.validation.required(label),
  email: (value: string, on: boolean) => !on || /^[^\s@]+@[^\s@]+$/.test(value),
  url: (value: string, on: boolean) => !on || URL.canParse(value),
  integer: (value: string, on: boolean, label: string) =>
    !on || /^[+-]?\d+$/.test(value) || messages.validation.notWhole(label),
  min: (value: string, min: number, label: string) =>
    [...value].length >= min || messages.validation.tooShort(label, min),
  max: (value: string, max: number, label: string) =>
    [...value].length <= max || messages.validation.tooLong(label, max),
  matches: (value: string, pattern: RegExp) => pattern.test(value),
} satisfies Record<keyof RuleSet, RuleCheck>

type RuleName = keyof typeof ruleChecks
const isRuleName = (name: string): name is RuleName => Object.hasOwn(ruleChecks, name)

/**
 * Parses `required|max:40`. Throws on an unknown rule, which is a mistake in the form, not in its
 * input.
 */
function parseRules(text: string): RuleSet {
  const pairs = text
    .split('|')
    .filter(Boolean)
    .map((rule) => {
      const [name = '', parameter] = rule.split(':')
      if (!isRuleName(name) || name === 'matches')
        throw new Error(`There is no rule named ${name} in "${text}"`)
      return [name, parameter === undefined ? true : Number(parameter)]
    })
  return Object.fromEntries(pairs)
}

/**
 * Returns the message of the first rule that fails, or undefined. The default message is "{field}
 * is not valid.".
 */
export function findFirstFailure(label: string, rules: Rules, value: string): string | undefined {
  if (typeof rules === 'function') return toRuleMessage(rules(value), label)
  const set = typeof rules === 'string' ? parseRules(rules) : rules
  for (const [name, check] of Object.entries(ruleChecks)) {
    const parameter = isRuleName(name) ? set[name] : undefined
    if (parameter === undefined || (value === '' && name !== 'required')) continue
    // Each check gets the parameter of its own name.
    const message = toRuleMessage((check as RuleCheck)(value, parameter as never, label), label)
    if (message) return message
  }
  return undefined
}

const toRuleMessage = (result: boolean | string, label: string): string | undefined => {
  if (result === true) return undefined
  return result === false ? messages.validation.invalid(label) : result
}
