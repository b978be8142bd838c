import {
  integrationsByKind,
  groupIntegrationsByState,
  formatIntegrationKinds,
  sortPaymentFirst,
} from '#shared/engine/integrations/integrationKinds.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { allStoresMessages } from '#shared/areas/stores/allStoresMessages.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { Status } from '#client/frame/index.ts'
import { Link } from '#client/ui/Link.tsx'
import * as styles from './cells.css.ts'

/** Number of failing integrations that a row names, one per line; the rest are counted. */
const maxNamedKinds = 2

/**
 * Summarizes a store's integrations. Working and missing ones are muted; if any fail, names them.
 */
export function IntegrationSummary({ store }: { store: AnyRecord }) {
  const { active, failing, missing } = groupIntegrationsByState(store)
  if (failing.length === 0)
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
  const kinds = sortPaymentFirst(failing)
  const more = kinds.length - maxNamedKinds
  return (
    <span
      className={styles.failing}
      title={allStoresMessages.integrations.failing(formatIntegrationKinds(kinds))}
    >
      {kinds.slice(0, maxNamedKinds).map((kind, index) => (
        <Link
          key={kind}
          to={`${buildStoreUrl(store.id, 'integrations')}#${kind}`}
          className={styles.failingKind}
        >
          <Status tone="bad">
            {allStoresMessages.integrations.failing(integrationsByKind[kind].label)}
            {more > 0 && index === maxNamedKinds - 1 && ` +${more}`}
          </Status>
        </Link>
      ))}
    </span>
  )
}
