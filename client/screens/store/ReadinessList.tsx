import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { readinessChecks } from '#shared/stores/readinessChecks.ts'
import type { Readiness, ReadinessCheck, ReadinessKey } from '#shared/stores/readinessChecks.ts'
import { storeOverviewMessages } from '#shared/stores/storeOverviewMessages.ts'
import { Link } from '#client/ui/Link.tsx'
import { storeAddress } from '#client/stores/storeAddress.ts'
import * as layout from './Store.css.ts'
import * as styles from './overview.css.ts'

const say = storeOverviewMessages

/** Where the tab of the store mends the check: the first place that holds nothing, else the first (useFocusOnHash.ts). */
function fixOf(store: AnyRecord, key: ReadinessKey): string {
  const { tab, at } = readinessChecks[key]
  const empty = at.find((place) => !store[place.replace(/^field-/, '')])
  return `${storeAddress(store.id, tab)}#${empty ?? at[0]}`
}

/** What the store needs to be ready, in order or missing, with the way to where it is mended. */
export function ReadinessList({
  store,
  readiness: { checks },
}: {
  store: AnyRecord
  readiness: Readiness
}) {
  return (
    <ul className={layout.rows}>
      {checks.map((check) => (
        <Check key={check.key} check={check} store={store} />
      ))}
    </ul>
  )
}

function Check({ check: { key, ok, detail }, store }: { check: ReadinessCheck; store: AnyRecord }) {
  const { label } = readinessChecks[key]
  const Icon = ok ? CircleCheck : CircleAlert
  return (
    <li className={layout.row} data-ok={ok}>
      <span className={styles.check}>
        <Icon size={16} aria-hidden="true" className={ok ? styles.okIcon : styles.badIcon} />
        <span>
          <span className={layout.event}>{label}</span>{' '}
          <span className={layout.soft}>{ok ? say.ok : (detail ?? say.missing)}</span>
        </span>
      </span>
      {!ok && (
        <Link to={fixOf(store, key)} aria-label={say.fixOf(label)}>
          {say.fix}
        </Link>
      )}
    </li>
  )
}
