import { formatMinor, points } from '#shared/format/money.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { dashboardUnitMessages } from './messages.ts'

/** Formats a unit for people: "Points", "EUR". */
export const formatCreditUnit = (unit: string): string =>
  unit === points ? dashboardUnitMessages.points : unit

/** Creates a formatter for amounts in a unit. A platform may name a unit that isn't a currency. */
export const createAmountFormat = (unit: string): ((value: number) => string) =>
  unit === points || !/^[A-Z]{3}$/.test(unit) ? formatNumber : (value) => formatMinor(value, unit)
