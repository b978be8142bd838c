import type { Api } from '#shared/engine/api.ts'
import { storeReadiness } from '#shared/areas/stores/readiness/storeReadinessCalls.ts'
import { isStatusChange, statusChanges } from '#shared/areas/stores/status/storeStates.ts'
import type { Readiness } from '#shared/areas/stores/readiness/readinessChecks.ts'
import { orFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { storesClientMessages } from './messages.ts'

export const readinessWhat = storesClientMessages.readiness

/** What the store lacks, read where this change lets members in; null where it does not. */
export const statusReadiness = (
  api: Api,
  id: number,
  change: string,
  signal: AbortSignal,
): Promise<Readiness | PageFailure | null> =>
  isStatusChange(change) && statusChanges[change].to === 'active'
    ? orFailure(storeReadiness(api, id, signal), readinessWhat)
    : Promise.resolve(null)
