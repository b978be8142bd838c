import type { Api } from '#shared/engine/api.ts'
import { loadChunk } from '../failures.ts'
import { fixStoreParam } from '../stores/fixParams.ts'
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

/** What it takes to tell is loaded where a store led here alone. */
export const storeFixOf = async (load: {
  api: Api
  params: URLSearchParams
  signal: AbortSignal
}): Promise<StoreFix> =>
  load.params.has(fixStoreParam)
    ? (await loadChunk(() => import('./loadStoreFix.ts'))).loadStoreFix(load)
    : null

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
