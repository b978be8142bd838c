import { alone, independentDays } from '#shared/credits/approval.ts'
import { formatNumber } from '#shared/numbers.ts'

/** What the credits say, besides their definitions. */
export const creditsMessages = {
  takeBack: (entry: string) => `Take back ${entry}`,
  asksBack: 'Take this entry back?',
  explainBack: (amount: string) =>
    `An entry of ${amount} is added, which names this one. What was spent since cannot be taken back.`,
  back: 'Take back',
  decide: (request: string) => `Decide ${request}`,
  asks: 'Shall the ledger take this?',
  limit: `Above ${formatNumber(alone.points)} points or ${formatNumber(alone.currency)} of a currency a second operator approves: one whose account who asked has neither made nor changed in the last ${independentDays} days.`,
  own: 'You asked for this yourself: another operator approves or rejects it. You may withdraw it.',
  asker: 'Asked for by',
  decided: 'Decided by',
} as const
