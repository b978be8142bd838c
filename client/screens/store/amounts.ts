import { points } from '#shared/dashboard/dashboardCalls.ts'
import { formatMinor } from '#shared/money.ts'
import { formatNumber } from '#shared/numbers.ts'
import { storeMessages } from '#shared/stores/storeMessages.ts'

/** What amounts are counted in, as an operator reads it: "Points", "EUR". */
export const unitName = (unit: string): string => (unit === points ? storeMessages.points : unit)

/** How amounts of a unit are written; a platform may name one that is no currency. */
export const amounts = (unit: string): ((value: number) => string) =>
  unit === points || !/^[A-Z]{3}$/.test(unit) ? formatNumber : (value) => formatMinor(value, unit)
