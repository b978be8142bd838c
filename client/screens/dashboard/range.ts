import { isRangeDay, lastDays, lengthOf, longestRange } from '#shared/dashboard/dashboardDays.ts'
import type { Days } from '#shared/dashboard/dashboardDays.ts'
import { dashboardMessages } from './words.ts'
import { messages } from '#shared/messages.ts'
import type { FieldErrors } from '#shared/engine/validation.ts'

/** The ranges that a link offers, in days; they end today. */
export const presets = ['7', '30', '90'] as const
type Preset = (typeof presets)[number]
const usual: Preset = '30'

type Rest = {
  compare: boolean
  /** The unit whose credits the chart draws; null for the first there is. */
  unit: string | null
}

/** All that the dashboard's address says; links, Back and reload give the same view (screens.md, Dashboard). */
export type DashboardView = Rest & {
  range: Preset | 'custom'
  /** The UTC days to show; null while those typed are not right. */
  days: Days | null
  /** Right or not. */
  typed: Days
  errors: FieldErrors
}

const isPreset = (text: string): text is Preset => presets.some((preset) => preset === text)

export function presetView(preset: Preset, today: string, { compare, unit }: Rest): DashboardView {
  const days = lastDays(Number(preset), today)
  return { range: preset, days, typed: days, errors: {}, compare, unit }
}

/** Reads the address; `today` is the UTC day. Custom days that are wrong stay as typed, with a sentence at the field. */
export function parseDashboardView(params: URLSearchParams, today: string): DashboardView {
  const unit = params.get('unit') ?? ''
  // A form sends its switch off and on, and its range before that of the button: the last word counts.
  const compare = params.getAll('compare').at(-1) !== '0'
  const rest = { compare, unit: /^\w{3,10}$/.test(unit) ? unit : null }
  const ranges = params.getAll('range')
  const view = presetView(ranges.find(isPreset) ?? usual, today, rest)
  if (ranges.at(-1) !== 'custom') return view

  const typed = { from: tidied(params.get('from')), to: tidied(params.get('to')) }
  // Sent from a preset without another day: it stays the preset, whose days move.
  const { from, to } = view.typed
  if (ranges.length > 1 && typed.from === from && typed.to === to) return view
  const errors = errorsOf(typed, today)
  const days = Object.keys(errors).length === 0 ? typed : null
  return { range: 'custom', days, typed, errors, ...rest }
}

const longestTyped = 40
const tidied = (text: string | null) =>
  (text ?? '')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, longestTyped)

function errorsOf({ from, to }: Days, today: string): FieldErrors {
  const say = dashboardMessages.range
  const errors = { ...fieldError('from', say.from, from), ...fieldError('to', say.to, to) }
  if (Object.keys(errors).length > 0) return errors
  if (to > today) return { to: say.inFuture }
  const length = lengthOf({ from, to })
  if (length < 1) return { to: say.reversed }
  return length > longestRange ? { from: say.tooLong(longestRange) } : {}
}

function fieldError(name: string, label: string, value: string): FieldErrors {
  if (value === '') return { [name]: messages.validation.required(label) }
  return isRangeDay(value) ? {} : { [name]: dashboardMessages.range.notDay(label) }
}

export function dashboardAddress({ range, typed, compare, unit }: DashboardView): string {
  const search = new URLSearchParams({
    ...(range === usual ? {} : { range }),
    ...(range === 'custom' ? typed : {}),
    ...(compare ? {} : { compare: '0' }),
    ...(unit ? { unit } : {}),
  }).toString()
  return search ? `/dashboard?${search}` : '/dashboard'
}
