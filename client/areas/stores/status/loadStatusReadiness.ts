import type { Api } from '#shared/engine/api.ts'
import { loadStoreReadiness } from '#shared/areas/stores/readiness/storeReadinessCalls.ts'
import { storeMessages } from '#shared/areas/stores/messages.ts'
import { isStatusChange, statusChanges } from '#shared/areas/stores/status/storeStates.ts'
import type { Readiness } from '#shared/areas/stores/readiness/readinessChecks.ts'
import { resolveOrFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'

/** Loads the store's readiness if the change opens it to members, otherwise null. */
export const loadStatusReadiness = (
  api: Api,
  id: number,
  change: string,
  signal: AbortSignal,
): Promise<Readiness | PageFailure | null> =>
  isStatusChange(change) && statusChanges[change].to === 'active'
    ? resolveOrFailure(loadStoreReadiness(api, id, signal), storeMessages.readiness)
    : Promise.resolve(null)
