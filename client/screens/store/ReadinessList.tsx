import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { readinessChecks } from '#shared/stores/readinessChecks.ts'
import type { Readiness, ReadinessCheck, ReadinessKey } from '#shared/stores/readinessChecks.ts'
import { storeOverviewMessages } from '#shared/stores/storeOverviewMessages.ts'
import { integrationKinds } from '#shared/stores/storeStates.ts'
import { Link } from '#client/ui/Link.tsx'
import { setupAddress } from './setupAddress.ts'
import { storeAddress } from './storeAddress.ts'
import * as layout from '../Store.css.ts'
import * as styles from './overview.css.ts'

const say = storeOverviewMessages

/** The screen that sets an integration up, or the tab of the store that mends the check. */
function fixOf(storeId: number, key: ReadinessKey): string {
  const kind = integrationKinds.find((name) => name === key)
  return kind ? setupAddress(kind, storeId) : storeAddress(storeId, readinessChecks[key].tab)
}

/** What the store needs to be ready, in order or missing, with the way to where it is mended. */
export function ReadinessList({
  storeId,
  readiness: { checks },
}: {
  storeId: number
  readiness: Readiness
}) {
  return (
    <ul className={layout.rows}>
      {checks.map((check) => (
        <Check key={check.key} check={check} storeId={storeId} />
      ))}
    </ul>
  )
}

function Check({
  check: { key, ok, detail },
  storeId,
}: {
  check: ReadinessCheck
  storeId: number
}) {
  const { label } = readinessChecks[key]
  const Icon = ok ? CircleCheck : CircleAlert
  return (
    <li className={layout.row} data-ok={ok}>
      <span className={styles.check}>
        <Icon size={16} aria-hidden="true" className={ok ? styles.okIcon : styles.badIcon} />
        <span>
          <span className={layout.event}>{label}</span>{' '}
          <span className={layout.soft}>{ok ? say.ok : `${say.missing}: ${detail ?? ''}`}</span>
        </span>
      </span>
      {!ok && (
        <Link to={fixOf(storeId, key)} aria-label={say.fixOf(label)}>
          {say.fix}
        </Link>
      )}
    </li>
  )
}
