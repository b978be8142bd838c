import { points } from '#shared/dashboard/dashboardCalls.ts'
import { dashboardMessages } from './words.ts'
import { formatMinor, fractionDigits } from '#shared/money.ts'
import { formatNumber, numberFormat } from '#shared/numbers.ts'

const compact = numberFormat({ notation: 'compact', maximumFractionDigits: 1 })

/** What credits are counted in, as an operator reads it: "Points", "EUR". */
export const unitName = (unit: string): string =>
  unit === points ? dashboardMessages.credits.points : unit

/** How amounts of a unit are written: whole, and short for an axis. */
export const unitFormats = (unit: string) =>
  unit === points
    ? { format: formatNumber, axis: compact }
    : {
        format: (minor: number) => formatMinor(minor, unit),
        axis: (minor: number) => compact(minor / 10 ** fractionDigits(unit)),
      }
