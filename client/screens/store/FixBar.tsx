import type { AnyRecord } from '#shared/engine/resource.ts'
import { readinessChecks } from '#shared/stores/readinessChecks.ts'
import type { Readiness, ReadinessKey } from '#shared/stores/readinessChecks.ts'
import { storeMessages } from '#shared/stores/storeMessages.ts'
import { isPageFailure } from '#client/failures.ts'
import type { PageFailure } from '#client/failures.ts'
import { storeAddress } from '#client/stores/storeAddress.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Status } from '#client/ui/Status.tsx'
import { fixOf, wrongFirst } from './readiness.tsx'
import * as styles from './overview.css.ts'

const say = storeMessages.fix

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
          <strong>{check ? label : say.right(label)}</strong>
        </Status>{' '}
        {check ? check.detail : !next && say.allRight(readiness.percent)}
      </p>
      <div className={styles.bannerActions}>
        {next ? (
          <ButtonLink to={fixOf(store, next.key)} color="white">
            {say.next(readinessChecks[next.key].label)}
          </ButtonLink>
        ) : (
          <ButtonLink to={storeAddress(store.id)} color="white">
            {say.back}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
