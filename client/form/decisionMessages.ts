import { independentDays } from '#shared/engine/approval.ts'
import { formatNumber } from '#shared/format/numbers.ts'

const maxNamedApprovers = 3

/** Formats names as in "Ann, Bo, or 2 other operators". */
function listNames(names: readonly string[], total: number): string {
  const others = total - names.length
  const rest = others === 1 ? '1 other operator' : `${formatNumber(others)} other operators`
  const all = others > 0 ? [...names, rest] : names
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(all)
}

/** Texts of forms that decide about a request. */
export const decisionMessages = {
  requestedBy: (name: string) => (when: string) => `Requested by ${name} on ${when}.`,
  own: 'You requested this, so another operator must approve or reject it. You can withdraw it.',
  independent: `The two operators must not have created or changed each other's accounts or groups in the last ${independentDays} days.`,
  approvers: (names: readonly string[], total: number) =>
    `Waiting for approval. ${listNames(names.slice(0, maxNamedApprovers), total)} can approve this.`,
  requiredToReject: 'Required to reject',
} as const
