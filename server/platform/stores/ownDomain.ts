import { storeRuleMessages } from '#shared/stores/storeRuleMessages.ts'

/** Why a store may not have this domain as its own: names below the platform's host are given out as subdomains. */
export const ownDomainError = (domain: unknown, storesHost: string): string | null =>
  domain === storesHost || (typeof domain === 'string' && domain.endsWith(`.${storesHost}`))
    ? storeRuleMessages.platformsDomain(storesHost)
    : null
