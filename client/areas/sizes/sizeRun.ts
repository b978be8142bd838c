import { limits } from '#shared/limits.ts'
import { letterSizes, sizeRunMessages } from './messages.ts'

type SizeRunInput = { group: string; from: string; to: string; step: string }
type RunSize = { code: string; name: string; podSize: string | null }
type SizeRunErrors = Partial<Record<'from' | 'to' | 'step', string>>

/** The sizes of a run. Empty while one of its fields isn't valid. */
export type SizeRun = { sizes: RunSize[]; errors: SizeRunErrors }

/** Prefixes of a region's sizes. The sizes of these groups are numbers. */
const footwearRegions: Readonly<Record<string, string>> = {
  footwear_eu: 'EU',
  footwear_uk: 'UK',
  footwear_us: 'US',
}

export const hasLetterSizes = (group: string): boolean => !(group in footwearRegions)

/** Returns the form's initial run for a group. */
export function getDefaultRun(group: string): Pick<SizeRunInput, 'from' | 'to'> {
  if (group === 'footwear_eu') return { from: '36', to: '46' }
  if (group === 'footwear_uk') return { from: '3', to: '12' }
  if (group === 'footwear_us') return { from: '4', to: '13' }
  return { from: 'XS', to: '5XL' }
}

/**
 * Parses a run of letters (XS to 5XL), numbers (36 to 46), or waist and inseam (28/30 to 36/34),
 * both ends included.
 */
export function parseSizeRun({ group, from, to, step }: SizeRunInput): SizeRun {
  const start = parseEnd(from)
  const end = parseEnd(to)
  if (!start) return createFieldError('from', group)
  if (!end) return createFieldError('to', group)
  if (start.kind === 'letter' && !hasLetterSizes(group)) return createFieldError('from', group)
  if (end.kind === 'letter' && !hasLetterSizes(group)) return createFieldError('to', group)
  if (start.kind !== end.kind) return { sizes: [], errors: { to: sizeRunMessages.mixed } }
  if (start.values.some((value, at) => value > (end.values[at] ?? value)))
    return { sizes: [], errors: { to: sizeRunMessages.reversed } }
  if (start.kind === 'letter') return { sizes: listLetters(start.values, end.values), errors: {} }
  const steps = parseSteps(step, start.values.length)
  if (!steps) return { sizes: [], errors: { step: sizeRunMessages.badStep } }
  const axes = start.values.map((value, at) => ({ value, last: end.values[at] ?? value, at }))
  const counts = axes.map(
    ({ value, last, at }) => Math.floor((last - value) / (steps[at] ?? 1)) + 1,
  )
  const total = counts.reduce((product, count) => product * count, 1)
  if (total > limits.createMany)
    return { sizes: [], errors: { step: sizeRunMessages.tooMany(total, limits.createMany) } }
  const [first = [], second] = axes.map(({ value, at }) =>
    Array.from({ length: counts[at] ?? 0 }, (_, index) =>
      formatTenths(value + index * (steps[at] ?? 1)),
    ),
  )
  const sizes = second
    ? first.flatMap((waist) => second.map((inseam) => createWaistSize(waist, inseam)))
    : first.map((number) => createNumberSize(number, group))
  return { sizes, errors: {} }
}

type RunEnd = { kind: 'letter' | 'number' | 'waist'; values: number[] }

/**
 * Parses one end of a run. Numbers are in tenths, so that half sizes add up without rounding. Null
 * if the text is no size.
 */
function parseEnd(text: string): RunEnd | null {
  const code = text.trim().toUpperCase()
  const letter = letterSizes.findIndex(([knownCode]) => knownCode === code)
  if (letter >= 0) return { kind: 'letter', values: [letter] }
  const values = parseTenths(code)
  if (!values) return null
  return { kind: values.length === 2 ? 'waist' : 'number', values }
}

const parseTenths = (text: string): number[] | null =>
  /^\d{1,3}(\.\d)?(\s*\/\s*\d{1,3}(\.\d)?)?$/.test(text)
    ? text.split('/').map((part) => Math.round(Number(part) * 10))
    : null

const formatTenths = (tenths: number): string => String(tenths / 10)

/**
 * Parses one step per number of a size, in tenths. A single step counts for both; an empty one is
 * 1. Null if it isn't valid.
 */
function parseSteps(text: string, count: number): number[] | null {
  const typed = text.trim()
  const steps = typed === '' ? [10] : parseTenths(typed)
  if (!steps || steps.some((one) => one === 0) || steps.length > count) return null
  return steps.length === count ? steps : [...steps, ...steps]
}

const listLetters = ([start = 0]: number[], [end = 0]: number[]): RunSize[] =>
  letterSizes.slice(start, end + 1).map(([code, name]) => ({ code, name, podSize: code }))

function createNumberSize(number: string, group: string): RunSize {
  const { [group]: region } = footwearRegions
  return region === undefined
    ? { code: number, name: number, podSize: number }
    : { code: number, name: `${region} ${number}`, podSize: null }
}

function createWaistSize(waist: string, inseam: string): RunSize {
  const code = `${waist}/${inseam}`
  return { code, name: sizeRunMessages.waistSize(waist, inseam), podSize: code }
}

const createFieldError = (field: 'from' | 'to', group: string): SizeRun => ({
  sizes: [],
  errors: { [field]: hasLetterSizes(group) ? sizeRunMessages.noSize : sizeRunMessages.noNumber },
})
