import { buildCompareUrl } from '#shared/areas/stores/storeUrl.ts'
import { integrationsByKind } from '#shared/engine/integrations/integrationKinds.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { Link } from '#client/ui/Link.tsx'
import { storePageMessages } from './messages.ts'
import * as styles from './tabs/overview.css.ts'

/** Says in how many settings and integrations the store differs from its blueprint. */
export function BlueprintDrift({ store }: { store: AnyRecord }) {
  const { blueprintDifferences } = store
  const names: unknown[] = Array.isArray(blueprintDifferences) ? blueprintDifferences : []
  if (names.length === 0) return null
  const integrations = names.filter((name) => Object.hasOwn(integrationsByKind, String(name)))
  const blueprint = store.labels?.['blueprintId'] ?? storePageMessages.blueprint.unnamed
  return (
    <div className={styles.banner}>
      <p className={styles.bannerText}>
        {storePageMessages.blueprint.differs(
          blueprint,
          names.length - integrations.length,
          integrations.length,
        )}
      </p>
      <Link to={buildCompareUrl({ store: store.id })}>{storePageMessages.blueprint.compare}</Link>
    </div>
  )
}
