import { afterCommentParam, editCommentParam } from '#shared/engine/commentParams.ts'
import { overlayParams } from '#shared/engine/list/listView.ts'
import {
  isSupportedDay,
  getLastDays,
  countRangeDays,
  maxRangeDays,
} from '#shared/areas/dashboard/dayRange.ts'
import type { DayRange } from '#shared/areas/dashboard/dayRange.ts'
import { dashboardMessages } from './messages.ts'
import { messages } from '#shared/messages.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'

/** Parameters that open an alert's panel over the dashboard. */
export const alertPanelNames = ['assign', 'dismiss', 'comments'] as const
export type AlertPanel = (typeof alertPanelNames)[number]

export const isAlertPanel = (kind: unknown): kind is AlertPanel =>
  alertPanelNames.some((panel) => panel === kind)

/** Parameters that aren't part of the view but open overlays and panels. */
export const overlayParamNames = [
  ...overlayParams,
  ...alertPanelNames,
  editCommentParam,
  afterCommentParam,
]

/** Preset ranges in days, ending today. */
export const rangePresets = ['7', '30', '90'] as const
type RangePreset = (typeof rangePresets)[number]
const defaultPreset: RangePreset = '30'

type DashboardOptions = {
  compare: boolean
  /** Unit of the credits chart; null for the first unit. */
  unit: string | null
}

/**
 * Everything in the dashboard's URL. Links, Back, and reload show the same view
 * (screens.md, Dashboard).
 */
export type DashboardView = DashboardOptions & {
  range: RangePreset | 'custom'
  /** The UTC days to show; null if the entered days aren't valid. */
  days: DayRange | null
  /** The entered days, valid or not. */
  input: DayRange
  errors: ValidationErrors
  /** Parameters that the dashboard ignores but keeps in the URL. */
  ignoredParams: IgnoredDashboardParam[]
}

/** A parameter of the URL, and why it is ignored. */
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

/**
 * Parses the URL; `today` is the UTC day. Invalid custom days stay as entered, with an error at the
 * field.
 */
export function parseDashboardView(params: URLSearchParams, today: string): DashboardView {
  const getValid = (name: DashboardParam) => params.getAll(name).filter(paramChecks[name])
  // The form sends its switch as off and on, and its range before the button's range, so the last
  // value counts.
  const compare = getValid('compare').at(-1) !== '0'
  const ignoredParams = findIgnoredParams(params)
  const rest = { compare, unit: getValid('unit').at(0) ?? null }
  const ranges = getValid('range')
  const view = {
    ...createPresetView(ranges.find(isRangePreset) ?? defaultPreset, today, rest),
    ignoredParams,
  }
  const isCustom = params.has('range')
    ? ranges.at(-1) === 'custom'
    : params.has('from') || params.has('to')
  if (!isCustom) return view

  const input = { from: trimInput(params.get('from')), to: trimInput(params.get('to')) }
  // If a preset's days weren't changed, it stays a preset, whose days move with today.
  const { from, to } = view.input
  if (ranges.length > 1 && input.from === from && input.to === to) return view
  const errors = validateDays(input, today)
  const days = Object.keys(errors).length === 0 ? input : null
  return { range: 'custom', days, input, errors, ...rest, ignoredParams }
}

const paramChecks = {
  range: (value: string) => value === 'custom' || isRangePreset(value),
  compare: (value: string) => value === '0' || value === '1',
  unit: (value: string) => /^\w{3,10}$/.test(value),
}
type DashboardParam = keyof typeof paramChecks

/**
 * Finds parameters that can't be applied. Ignores empty ones, which forms send. If the range isn't
 * valid, its days aren't either.
 */
function findIgnoredParams(params: URLSearchParams): IgnoredDashboardParam[] {
  const unreadMessages = dashboardMessages.unread
  const isRangeInvalid = params.has('range') && !params.getAll('range').some(paramChecks.range)
  const findReason = (name: string, value: string): string | undefined => {
    if (value === '' || overlayParamNames.includes(name)) return undefined
    if (name === 'from' || name === 'to') return isRangeInvalid ? unreadMessages.days : undefined
    if (Object.hasOwn(paramChecks, name))
      // Checked with hasOwn.
      return paramChecks[name as DashboardParam](value)
        ? undefined
        : unreadMessages[name as DashboardParam]
    return unreadMessages.parameter
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
  const rangeMessages = dashboardMessages.range
  const errors = {
    ...validateDay('from', rangeMessages.from, from),
    ...validateDay('to', rangeMessages.to, to),
  }
  if (Object.keys(errors).length > 0) return errors
  if (to > today) return { to: rangeMessages.inFuture }
  const length = countRangeDays({ from, to })
  if (length < 1) return { to: rangeMessages.reversed }
  return length > maxRangeDays ? { from: rangeMessages.tooLong(maxRangeDays) } : {}
}

function validateDay(name: string, label: string, value: string): ValidationErrors {
  if (value === '') return { [name]: messages.validation.required(label) }
  return isSupportedDay(value) ? {} : { [name]: dashboardMessages.range.notDay }
}

export function buildDashboardUrl({
  range,
  input: typed,
  compare,
  unit,
  ignoredParams,
}: DashboardView): string {
  const params = new URLSearchParams({
    ...(range === defaultPreset ? {} : { range }),
    ...(range === 'custom' ? typed : {}),
    ...(compare ? {} : { compare: '0' }),
    ...(unit ? { unit } : {}),
  })
  for (const { name, value } of ignoredParams) params.append(name, value)
  const search = params.toString()
  return search ? `/dashboard?${search}` : '/dashboard'
}
