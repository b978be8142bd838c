import {
  integrationsByKind,
  groupIntegrationsByState,
  formatIntegrationKinds,
} from '#shared/engine/integrations/integrationKinds.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { allStoresMessages } from '#shared/areas/stores/allStoresMessages.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { Link } from '#client/ui/Link.tsx'
import { Status } from '#client/ui/Status.tsx'
import * as styles from './cells.css.ts'

/**
 * Summarizes a store's integrations. Working and missing ones are muted; if any fail, names them.
 */
export function IntegrationSummary({ store }: { store: AnyRecord }) {
  const { active, failing, missing } = groupIntegrationsByState(store)
  const [worst, ...others] = failing
  if (!worst)
    return (
      <span
        className={styles.quiet}
        title={allStoresMessages.integrations.named(
          formatIntegrationKinds(active),
          formatIntegrationKinds(missing),
        )}
      >
        {allStoresMessages.integrations.standing(active.length, missing.length)}
      </span>
    )
  return (
    <span
      className={styles.failing}
      title={allStoresMessages.integrations.failing(formatIntegrationKinds(failing))}
    >
      <Link to={`${buildStoreUrl(store.id, 'integrations')}#${worst}`}>
        <Status tone="bad">
          {allStoresMessages.integrations.failing(integrationsByKind[worst].label)}
          {others.length > 0 && ` +${others.length}`}
        </Status>
      </Link>
    </span>
  )
}
