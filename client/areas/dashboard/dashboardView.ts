import { overlayParams } from '#shared/engine/list/listView.ts'
import {
  isRangeDay,
  getLastDays,
  countRangeDays,
  maxRangeDays,
} from '#shared/areas/dashboard/dayRange.ts'
import type { DayRange } from '#shared/areas/dashboard/dayRange.ts'
import { dashboardMessages } from './messages.ts'
import { messages } from '#shared/messages.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'

/** The panels that open over the dashboard for one of its alerts, by their parameter. */
export const alertPanelNames = ['assign', 'dismiss'] as const
export type AlertPanel = (typeof alertPanelNames)[number]

export const isAlertPanel = (kind: unknown): kind is AlertPanel =>
  alertPanelNames.some((panel) => panel === kind)

/** What an address says besides the view: it is for what stands around or over the page. */
export const overlayParamNames = [...overlayParams, ...alertPanelNames]

/** The ranges that a link offers, in days; they end today. */
export const rangePresets = ['7', '30', '90'] as const
type RangePreset = (typeof rangePresets)[number]
const defaultPreset: RangePreset = '30'

type DashboardOptions = {
  compare: boolean
  /** The unit whose credits the chart draws; null for the first there is. */
  unit: string | null
}

/** All that the dashboard's address says; links, Back and reload give the same view (screens.md, Dashboard). */
export type DashboardView = DashboardOptions & {
  range: RangePreset | 'custom'
  /** The UTC days to show; null while those typed are not right. */
  days: DayRange | null
  /** Right or not. */
  input: DayRange
  errors: ValidationErrors
  /** What was not understood: the dashboard stands without it, the address keeps it. */
  ignoredParams: IgnoredDashboardParam[]
}

/** A parameter of the address, and why it is not applied. */
type IgnoredDashboardParam = { name: string; value: string; reason: string }

const isRangePreset = (text: string): text is RangePreset =>
  rangePresets.some((preset) => preset === text)

export function createPresetView(
  preset: RangePreset,
  today: string,
  { compare, unit }: DashboardOptions,
): DashboardView {
  const days = getLastDays(Number(preset), today)
  return { range: preset, days, input: days, errors: {}, compare, unit, ignoredParams: [] }
}

/** Reads the address; `today` is the UTC day. Custom days that are wrong stay as typed, with a sentence at the field. */
export function parseDashboardView(params: URLSearchParams, today: string): DashboardView {
  const read = (name: DashboardParam) => params.getAll(name).filter(paramChecks[name])
  // A form sends its switch off and on, and its range before that of the button: the last word counts.
  const compare = read('compare').at(-1) !== '0'
  const unread = findIgnoredParams(params)
  const rest = { compare, unit: read('unit').at(0) ?? null }
  const ranges = read('range')
  const view = {
    ...createPresetView(ranges.find(isRangePreset) ?? defaultPreset, today, rest),
    ignoredParams: unread,
  }
  const isCustom = params.has('range')
    ? ranges.at(-1) === 'custom'
    : params.has('from') || params.has('to')
  if (!isCustom) return view

  const typed = { from: trimInput(params.get('from')), to: trimInput(params.get('to')) }
  // Sent from a preset without another day: it stays the preset, whose days move.
  const { from, to } = view.input
  if (ranges.length > 1 && typed.from === from && typed.to === to) return view
  const errors = validateDays(typed, today)
  const days = Object.keys(errors).length === 0 ? typed : null
  return { range: 'custom', days, input: typed, errors, ...rest, ignoredParams: unread }
}

const paramChecks = {
  range: (value: string) => value === 'custom' || isRangePreset(value),
  compare: (value: string) => value === '0' || value === '1',
  unit: (value: string) => /^\w{3,10}$/.test(value),
}
type DashboardParam = keyof typeof paramChecks

/** Empty ones come from forms. Days beside a range that is none count as little as that. */
function findIgnoredParams(params: URLSearchParams): IgnoredDashboardParam[] {
  const say = dashboardMessages.unread
  const isNoRange = params.has('range') && !params.getAll('range').some(paramChecks.range)
  const findReason = (name: string, value: string): string | undefined => {
    if (value === '' || overlayParamNames.includes(name)) return undefined
    if (name === 'from' || name === 'to') return isNoRange ? say.days : undefined
    if (Object.hasOwn(paramChecks, name))
      return paramChecks[name as DashboardParam](value) ? undefined : say[name as DashboardParam] // Looked for.
    return say.parameter
  }
  return [...params].flatMap(([name, value]) => {
    const reason = findReason(name, value)
    return reason === undefined ? [] : [{ name, value, reason }]
  })
}

const maxInputLength = 40
const trimInput = (text: string | null) =>
  (text ?? '')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, maxInputLength)

function validateDays({ from, to }: DayRange, today: string): ValidationErrors {
  const say = dashboardMessages.range
  const errors = { ...validateDay('from', say.from, from), ...validateDay('to', say.to, to) }
  if (Object.keys(errors).length > 0) return errors
  if (to > today) return { to: say.inFuture }
  const length = countRangeDays({ from, to })
  if (length < 1) return { to: say.reversed }
  return length > maxRangeDays ? { from: say.tooLong(maxRangeDays) } : {}
}

function validateDay(name: string, label: string, value: string): ValidationErrors {
  if (value === '') return { [name]: messages.validation.required(label) }
  return isRangeDay(value) ? {} : { [name]: dashboardMessages.range.notDay(label) }
}

export function buildDashboardUrl({
  range,
  input: typed,
  compare,
  unit,
  ignoredParams: unread,
}: DashboardView): string {
  const params = new URLSearchParams({
    ...(range === defaultPreset ? {} : { range }),
    ...(range === 'custom' ? typed : {}),
    ...(compare ? {} : { compare: '0' }),
    ...(unit ? { unit } : {}),
  })
  for (const { name, value } of unread) params.append(name, value)
  const search = params.toString()
  return search ? `/dashboard?${search}` : '/dashboard'
}
