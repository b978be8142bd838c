import { storeRuleMessages } from '../storeRuleMessages.ts'

/** How a store's own domain stands by the check of DNS that was made last; `changed` was verified once. */
export type DomainState = 'none' | 'unverified' | 'verified' | 'changed'

export function getDomainState({
  domain,
  verifiedAt,
  lostAt,
}: {
  domain: string | null
  verifiedAt: string | null
  lostAt: string | null
}): DomainState {
  if (domain === null) return 'none'
  if (verifiedAt !== null) return 'verified'
  return lostAt === null ? 'unverified' : 'changed'
}

/** What is wrong with a domain in this state, wherever it is told; null where nothing is. */
export const getDomainError = (state: DomainState): string | null =>
  state === 'none' || state === 'verified' ? null : storeRuleMessages.readiness.domain[state]
