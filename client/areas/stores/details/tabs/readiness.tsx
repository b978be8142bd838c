import type { AnyRecord } from '#shared/engine/resource.ts'
import { readinessChecks } from '#shared/areas/stores/readiness/readinessChecks.ts'
import type { Readiness, ReadinessKey } from '#shared/areas/stores/readiness/readinessChecks.ts'
import { Status, getCheckFixUrl, sortFailedChecks } from '#client/frame/index.ts'
import { isPageFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { isUrgentFailure } from '#client/integrations/fix/checkFixes.ts'
import type { NextStore } from '#client/integrations/fix/nextStoreMessages.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import { useCanChange } from './storeTab.tsx'
import { storeOverviewMessages, storePageMessages } from '../messages.ts'
import * as layout from '../Store.css.ts'
import * as styles from './overview.css.ts'

/**
 * Lists what the store needs to be ready, failed checks first. Passed checks share one muted line.
 */
export function ReadinessList({ store, readiness }: { store: AnyRecord; readiness: Readiness }) {
  const failed = sortFailedChecks(store, readiness)
  const withWarning = readiness.checks.filter(({ ok, warning }) => ok && warning !== undefined)
  const passed = readiness.checks.filter(({ ok, warning }) => ok && warning === undefined)
  const { write } = useCanChange(store)
  return (
    <ul className={layout.rows}>
      {failed.map((check) => {
        const { key, detail } = check
        const { label } = readinessChecks[key]
        return (
          <li key={key} className={styles.check}>
            <Status tone={isUrgentFailure(store, check) ? 'bad' : 'warn'}>{label}</Status>
            <span className={styles.detail}>{detail ?? storeOverviewMessages.missing}</span>
            <span className={styles.actions}>
              {key === 'payment' && isUrgentFailure(store, check) && (
                <Link to="/paymentAttempt?incidents&filter[status][eq]=open">
                  {storeOverviewMessages.incidents}
                </Link>
              )}
              {write && (
                <Link
                  to={getCheckFixUrl(store, check)}
                  aria-label={storeOverviewMessages.fixOf(label)}
                >
                  {storeOverviewMessages.fix}
                </Link>
              )}
            </span>
          </li>
        )
      })}
      {withWarning.map((check) => {
        const { label } = readinessChecks[check.key]
        return (
          <li key={check.key} className={styles.check}>
            <Status tone="warn">{label}</Status>
            <span className={styles.detail}>{check.warning}</span>
            <span className={styles.actions}>
              {write && (
                <Link
                  to={getCheckFixUrl(store, check)}
                  aria-label={storeOverviewMessages.fixOf(label)}
                >
                  {storeOverviewMessages.fix}
                </Link>
              )}
            </span>
          </li>
        )
      })}
      {passed.length > 0 && (
        <li className={styles.check}>
          <Status tone="good">{storeOverviewMessages.right(passed.length)}</Status>
          <span className={styles.detail}>
            {passed.map(({ key }) => readinessChecks[key].label).join(', ')}
          </span>
        </li>
      )}
    </ul>
  )
}

type Props = {
  store: AnyRecord
  fix: ReadinessKey
  readiness: Readiness | PageFailure
  nextStore: NextStore | null
}

/**
 * Shows above a tab opened by a fix what is wrong, whether it is fixed after saving, and the next
 * check to fix.
 */
export function ReadinessFixBar({ store, fix, readiness, nextStore }: Props) {
  if (isPageFailure(readiness)) return null
  const { label } = readinessChecks[fix]
  const failed = sortFailedChecks(store, readiness)
  const check = failed.find(({ key }) => key === fix)
  const next = failed.find(({ key }) => key !== fix)
  return (
    <div className={styles.banner}>
      <p role="status" className={styles.bannerText}>
        <Status tone={check ? 'warn' : 'good'}>
          <strong>{check ? label : storePageMessages.fix.right(label)}</strong>
        </Status>{' '}
        {check ? check.detail : !next && storePageMessages.fix.allRight(readiness.percent)}
        {nextStore?.to === null && ` ${nextStore.label}`}
      </p>
      <div className={styles.bannerActions}>
        {next ? (
          <ButtonLink to={getCheckFixUrl(store, next)} color="white">
            {storePageMessages.fix.next(readinessChecks[next.key].label)}
          </ButtonLink>
        ) : (
          <ButtonLink to={buildStoreUrl(store.id)} color="white">
            {storePageMessages.fix.back}
          </ButtonLink>
        )}
        {nextStore?.to && (
          <ButtonLink to={nextStore.to} color="white">
            {nextStore.label}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
