import { storeRuleMessages } from '../storeRuleMessages.ts'

/**
 * State of a store's custom domain by its last DNS check. `changed` means it was verified before.
 */
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

/** Returns the error for a domain in this state, or null if there is none. */
export const getDomainError = (state: DomainState): string | null =>
  state === 'none' || state === 'verified' ? null : storeRuleMessages.readiness.domain[state]
