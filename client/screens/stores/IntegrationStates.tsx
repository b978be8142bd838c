import { integrationKinds, integrations } from '#shared/stores/storeStates.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { storesMessages } from '#shared/stores/storesMessages.ts'
import { storeAddress } from '#client/stores/storeAddress.ts'
import { Link } from '#client/ui/Link.tsx'
import { Status } from '#client/ui/Status.tsx'
import * as styles from './cells.css.ts'

const say = storesMessages.integrations

/** What a store is joined to, in a word: quiet how much of it is active, and which fails where something does. */
export function IntegrationStates({ store }: { store: AnyRecord }) {
  const states = integrationKinds.map((kind) => ({
    kind,
    label: integrations[kind].label,
    state: store[integrations[kind].field],
  }))
  const [failing, ...others] = states.filter(({ state }) => state === 'degraded')
  if (!failing) {
    const active = states.filter(({ state }) => state === 'active').length
    return <span className={styles.quiet}>{say.active(active, states.length)}</span>
  }
  const all = [failing, ...others].map(({ label }) => label).join(', ')
  return (
    <span className={styles.failing} title={say.failing(all)}>
      <Link to={`${storeAddress(store.id, 'integrations')}#${failing.kind}`}>
        <Status tone="bad">
          {say.failing(failing.label)}
          {others.length > 0 && ` +${others.length}`}
        </Status>
      </Link>
    </span>
  )
}
