import type { Api } from '#shared/engine/api.ts'
import { readRecord } from '#shared/engine/recordCalls.ts'
import { labelOf } from '#shared/engine/resource.ts'
import { stores } from '#shared/resources/stores.ts'
import { readinessChecks } from '#shared/stores/readinessChecks.ts'
import { storeReadiness } from '#shared/stores/storeReadinessCalls.ts'
import { isPageFailure, orFailure } from '../failures.ts'
import { fixIn, fixOf, fixStoreParam, wrongFirst } from '../stores/fixes.ts'
import { storeAddress } from '../stores/storeAddress.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Status } from '../ui/Status.tsx'
import { integrationWords as say } from './words.ts'
import * as styles from './integrations.css.ts'

/** Whose check a set-up was opened to mend, why, and what is to be mended next; null where it was opened by itself. */
export type StoreFix = {
  store: string
  check: string
  detail: string | null
  ok: boolean
  back: string
  next: { label: string; to: string } | null
} | null

type Load = { api: Api; params: URLSearchParams; signal: AbortSignal }

/** By the address; what cannot be read is left out, the set-up stands all the same. */
export async function loadStoreFix({ api, params, signal }: Load): Promise<StoreFix> {
  const fix = fixIn(params)
  const id = Number(params.get(fixStoreParam))
  if (!fix || !Number.isInteger(id) || id < 1) return null
  const reading = Promise.all([
    readRecord(api, stores, id, signal),
    storeReadiness(api, id, signal),
  ]).then(([store, readiness]) => ({ store, readiness }))
  const read = await orFailure(reading, stores.title.one)
  if (isPageFailure(read)) return null
  const { store, readiness } = read
  const wrong = wrongFirst(store, readiness)
  const check = wrong.find(({ key }) => key === fix)
  const next = wrong.find(({ key }) => key !== fix)
  return {
    store: labelOf(stores, store),
    check: readinessChecks[fix].label,
    detail: check?.detail ?? null,
    // A platform may not ask for it at all: that makes it not right.
    ok: readiness.checks.some(({ key, ok }) => key === fix && ok),
    back: storeAddress(id),
    next: next ? { label: readinessChecks[next.key].label, to: fixOf(store, next) } : null,
  }
}

/** Above a set-up that a store led to: the store and the reason, the way back, and the next thing to mend. */
export function StoreFixBar({ told }: { told: StoreFix }) {
  if (!told) return null
  const { store, check, detail, ok, back, next } = told
  return (
    <div className={styles.storeFix}>
      <p role="status" className={styles.told}>
        <Status tone={ok ? 'good' : 'warn'}>
          <strong className={styles.told}>
            {ok ? say.fixed(check, store) : say.fixing(check, store)}
          </strong>
        </Status>{' '}
        {detail}
      </p>
      <div className={styles.fixActions}>
        <ButtonLink to={back} color="white" size="small">
          {say.backToStore}
        </ButtonLink>
        {next && (
          <ButtonLink to={next.to} color="white" size="small">
            {say.nextFix(next.label)}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
