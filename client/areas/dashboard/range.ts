import { aroundParams } from '#shared/engine/list/listView.ts'
import {
  isRangeDay,
  lastDays,
  lengthOf,
  longestRange,
} from '#shared/areas/dashboard/dashboardDays.ts'
import type { Days } from '#shared/areas/dashboard/dashboardDays.ts'
import { dashboardMessages } from './words.ts'
import { messages } from '#shared/messages.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'

/** The panels that open over the dashboard for one of its alerts, by their parameter. */
export const alertPanels = ['assign', 'dismiss'] as const
export type AlertPanel = (typeof alertPanels)[number]

export const isAlertPanel = (kind: unknown): kind is AlertPanel =>
  alertPanels.some((panel) => panel === kind)

/** What an address says besides the view: it is for what stands around or over the page. */
export const besides = [...aroundParams, ...alertPanels]

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
  /** What was not understood: the dashboard stands without it, the address keeps it. */
  unread: Unread[]
}

/** A parameter of the address, and why it is not applied. */
type Unread = { name: string; value: string; why: string }

const isPreset = (text: string): text is Preset => presets.some((preset) => preset === text)

export function presetView(preset: Preset, today: string, { compare, unit }: Rest): DashboardView {
  const days = lastDays(Number(preset), today)
  return { range: preset, days, typed: days, errors: {}, compare, unit, unread: [] }
}

/** Reads the address; `today` is the UTC day. Custom days that are wrong stay as typed, with a sentence at the field. */
export function parseDashboardView(params: URLSearchParams, today: string): DashboardView {
  const read = (name: Own) => params.getAll(name).filter(known[name])
  // A form sends its switch off and on, and its range before that of the button: the last word counts.
  const compare = read('compare').at(-1) !== '0'
  const unread = unreadIn(params)
  const rest = { compare, unit: read('unit').at(0) ?? null }
  const ranges = read('range')
  const view = { ...presetView(ranges.find(isPreset) ?? usual, today, rest), unread }
  const isCustom = params.has('range')
    ? ranges.at(-1) === 'custom'
    : params.has('from') || params.has('to')
  if (!isCustom) return view

  const typed = { from: tidied(params.get('from')), to: tidied(params.get('to')) }
  // Sent from a preset without another day: it stays the preset, whose days move.
  const { from, to } = view.typed
  if (ranges.length > 1 && typed.from === from && typed.to === to) return view
  const errors = errorsOf(typed, today)
  const days = Object.keys(errors).length === 0 ? typed : null
  return { range: 'custom', days, typed, errors, ...rest, unread }
}

const known = {
  range: (value: string) => value === 'custom' || isPreset(value),
  compare: (value: string) => value === '0' || value === '1',
  unit: (value: string) => /^\w{3,10}$/.test(value),
}
type Own = keyof typeof known

/** Empty ones come from forms. Days beside a range that is none count as little as that. */
function unreadIn(params: URLSearchParams): Unread[] {
  const say = dashboardMessages.unread
  const isNoRange = params.has('range') && !params.getAll('range').some(known.range)
  const why = (name: string, value: string): string | undefined => {
    if (value === '' || besides.includes(name)) return undefined
    if (name === 'from' || name === 'to') return isNoRange ? say.days : undefined
    if (Object.hasOwn(known, name)) return known[name as Own](value) ? undefined : say[name as Own] // Looked for.
    return say.parameter
  }
  return [...params].flatMap(([name, value]) => {
    const reason = why(name, value)
    return reason === undefined ? [] : [{ name, value, why: reason }]
  })
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

export function dashboardAddress({ range, typed, compare, unit, unread }: DashboardView): string {
  const params = new URLSearchParams({
    ...(range === usual ? {} : { range }),
    ...(range === 'custom' ? typed : {}),
    ...(compare ? {} : { compare: '0' }),
    ...(unit ? { unit } : {}),
  })
  for (const { name, value } of unread) params.append(name, value)
  const search = params.toString()
  return search ? `/dashboard?${search}` : '/dashboard'
}
