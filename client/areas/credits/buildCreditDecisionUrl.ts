import { creditRequests } from '#shared/areas/credits/creditRequests.ts'

/** Builds the URL where a request is decided. */
export const buildCreditDecisionUrl = (id: number) => `${creditRequests.path}&decide=${id}`
