import type { AnyRecord } from '#shared/engine/resource.ts'
import { readinessChecks, readinessKeys } from '#shared/stores/readinessChecks.ts'
import type { Readiness, ReadinessCheck, ReadinessKey } from '#shared/stores/readinessChecks.ts'
import { integrations } from '#shared/stores/storeStates.ts'
import { isPageFailure } from '#client/failures.ts'
import type { PageFailure } from '#client/failures.ts'
import { storeAddress } from '#client/stores/storeAddress.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Status } from '#client/ui/Status.tsx'
import { useMayChange } from './storeTab.tsx'
import { storeOverviewMessages, storeMessages } from './words.ts'
import * as layout from './Store.css.ts'
import * as styles from './overview.css.ts'

const say = storeOverviewMessages

export const fixIn = (params: URLSearchParams): ReadinessKey | undefined =>
  readinessKeys.find((key) => key === params.get(fixParam))

/** The parameter that says which check the page was opened to mend: it tells the next one when that is done. */
export const fixParam = 'fix'

/** Where a check is mended: on the screen of its set-up, else on a tab of the store, at the first place that holds nothing, else the first (useFocusOnHash.ts). */
export function fixOf(store: AnyRecord, { key, fix }: ReadinessCheck): string {
  if (fix) return fix
  const { tab, at } = readinessChecks[key]
  const empty = at.find((place) => !store[place.replace(/^field-/, '')])
  return `${storeAddress(store.id, tab, { [fixParam]: key })}#${empty ?? at[0]}`
}

/** Whether the check is of something that was at work and fails: members feel it now. What is missing yet can wait. */
export function isLoud(store: AnyRecord, { key, ok }: ReadinessCheck): boolean {
  const field = Object.entries(integrations).find(([kind]) => kind === key)?.[1].field
  const state = field && store[field]
  return !ok && (state === 'active' || state === 'degraded')
}

/** What is not in order, what members feel first. */
export const wrongFirst = (store: AnyRecord, { checks }: Readiness): ReadinessCheck[] =>
  checks
    .filter(({ ok }) => !ok)
    .toSorted((one, other) => Number(isLoud(store, other)) - Number(isLoud(store, one)))

/** What the store needs to be ready, what is wrong first; what is right is one quiet line. */
export function ReadinessList({ store, readiness }: { store: AnyRecord; readiness: Readiness }) {
  const wrong = wrongFirst(store, readiness)
  const right = readiness.checks.filter(({ ok }) => ok)
  const { write } = useMayChange(store)
  return (
    <ul className={layout.rows}>
      {wrong.map((check) => {
        const { key, detail } = check
        const { label } = readinessChecks[key]
        return (
          <li key={key} className={styles.check}>
            <Status tone={isLoud(store, check) ? 'bad' : 'warn'}>{label}</Status>
            <span className={styles.detail}>{detail ?? say.missing}</span>
            {key === 'payment' && isLoud(store, check) && (
              <Link to="/paymentAttempt?incidents&filter[status][eq]=open">{say.incidents}</Link>
            )}
            {write && (
              <Link to={fixOf(store, check)} aria-label={say.fixOf(label)}>
                {say.fix}
              </Link>
            )}
          </li>
        )
      })}
      {right.length > 0 && (
        <li className={styles.check}>
          <Status tone="good">{say.right(right.length)}</Status>
          <span className={styles.detail}>
            {right.map(({ key }) => readinessChecks[key].label).join(', ')}
          </span>
        </li>
      )}
    </ul>
  )
}

type Props = { store: AnyRecord; fix: ReadinessKey; readiness: Readiness | PageFailure }

/** Above the tab that a fix led to: what is wrong, that it is right once it is saved, and the next thing to mend. */
export function FixBar({ store, fix, readiness }: Props) {
  if (isPageFailure(readiness)) return null
  const { label } = readinessChecks[fix]
  const wrong = wrongFirst(store, readiness)
  const check = wrong.find(({ key }) => key === fix)
  const next = wrong.find(({ key }) => key !== fix)
  return (
    <div className={styles.banner}>
      <p role="status" className={styles.bannerText}>
        <Status tone={check ? 'warn' : 'good'}>
          <strong>{check ? label : storeMessages.fix.right(label)}</strong>
        </Status>{' '}
        {check ? check.detail : !next && storeMessages.fix.allRight(readiness.percent)}
      </p>
      <div className={styles.bannerActions}>
        {next ? (
          <ButtonLink to={fixOf(store, next)} color="white">
            {storeMessages.fix.next(readinessChecks[next.key].label)}
          </ButtonLink>
        ) : (
          <ButtonLink to={storeAddress(store.id)} color="white">
            {storeMessages.fix.back}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
