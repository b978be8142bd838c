import { integrations, joinedTo, labelsOf } from '#shared/areas/stores/status/storeStates.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { storesMessages } from '#shared/areas/stores/storesMessages.ts'
import { storeAddress } from '#shared/areas/stores/storeAddress.ts'
import { Link } from '#client/ui/Link.tsx'
import { Status } from '#client/ui/Status.tsx'
import * as styles from './cells.css.ts'

const say = storesMessages.integrations

/** What a store is joined to, in a word: quiet what works and what it lacks, and which fails where something does. */
export function IntegrationStates({ store }: { store: AnyRecord }) {
  const { active, failing, missing } = joinedTo(store)
  const [worst, ...others] = failing
  if (!worst)
    return (
      <span className={styles.quiet} title={say.named(labelsOf(active), labelsOf(missing))}>
        {say.standing(active.length, missing.length)}
      </span>
    )
  return (
    <span className={styles.failing} title={say.failing(labelsOf(failing))}>
      <Link to={`${storeAddress(store.id, 'integrations')}#${worst}`}>
        <Status tone="bad">
          {say.failing(integrations[worst].label)}
          {others.length > 0 && ` +${others.length}`}
        </Status>
      </Link>
    </span>
  )
}
