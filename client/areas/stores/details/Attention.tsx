import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { Api } from '#shared/engine/api.ts'
import { usualSort } from '#shared/engine/list/listQuery.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import type { Readiness } from '#shared/areas/stores/readiness/readinessChecks.ts'
import { logEntries } from '#shared/areas/logs/logEntries.ts'
import { logEntriesIn } from '#shared/areas/stores/storeLogsCalls.ts'
import {
  changesFrom,
  statusChanges,
  storeStatuses,
} from '#shared/areas/stores/status/storeStates.ts'
import type { StatusChangeName, StoreStatus } from '#shared/areas/stores/status/storeStates.ts'
import { isPageFailure, orFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { fixOf, isLoud } from '#client/integrations/fix/fixes.ts'
import { changeAddress, storeAddress } from '#shared/areas/stores/storeAddress.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { logOf } from './tabs/storeLog.ts'
import { useMayChange } from './tabs/storeTab.tsx'
import { storeOverviewMessages } from './words.ts'
import * as styles from './tabs/overview.css.ts'

const say = storeOverviewMessages

export type StatusSince = { actor: string; time: string }

/** The statuses in which members cannot order; those of a new store need no explanation. */
const isShut = (status: unknown): status is StoreStatus =>
  status === 'suspended' || status === 'maintenance' || status === 'archived'

const isOpening = (change: StatusChangeName) => statusChanges[change].to === 'active'

/** Who shut the store, and when, by its log; null where it is open, or the log does not tell. */
export async function statusSince(
  api: Api,
  reading: Promise<AnyRecord>,
  signal: AbortSignal,
): Promise<StatusSince | null> {
  const { id, status } = await reading
  if (!isShut(status)) return null
  const query = {
    search: 'stores',
    filters: [{ field: 'stream', op: 'eq', value: 'audit' }] as const,
    sort: usualSort(logEntries),
    limit: 25,
    after: null,
  }
  const page = await orFailure(
    listRecords(api, logOf(id), { ...query, filters: [...query.filters] }, signal),
    '',
  )
  if (isPageFailure(page)) return null
  const change = logEntriesIn(page.records).find(({ changes }) => 'status' in changes)
  return change ? { actor: change.actor, time: change.time } : null
}

type Props = {
  store: AnyRecord
  readiness: Readiness | PageFailure
  since: StatusSince | null
}

/** What is wrong with the store, in words and with the way out of it: before all else, and nothing where all is right. */
export function Attention({ store, readiness, since }: Props) {
  const location = useLocation()
  const { status, statusReason } = store
  const checks = isPageFailure(readiness) ? [] : readiness.checks
  const worst = checks.find((check) => isLoud(store, check))
  const { write } = useMayChange(store)
  const opens = isShut(status) && write ? changesFrom(status).find(isOpening) : undefined
  return (
    <>
      {isShut(status) && (
        <Banner
          title={
            since ? (
              <Instant
                at={since.time}
                say={(when) => say.shutBy(storeStatuses[status], since.actor, when)}
              />
            ) : (
              say.shut(storeStatuses[status])
            )
          }
          text={typeof statusReason === 'string' ? statusReason : say.shutMeans}
        >
          {opens && (
            <ButtonLink to={changeAddress(location, opens)} color="white" preventScrollReset>
              {messages.asks(statusChanges[opens].label)}
            </ButtonLink>
          )}
        </Banner>
      )}
      {worst && (
        <Banner bad title={say.fails[worst.key] ?? ''} text={worst.detail ?? ''}>
          <ButtonLink
            to={storeAddress(store.id, 'logs', { 'filter[severity][eq]': 'error' })}
            color="white"
          >
            {say.seeErrors}
          </ButtonLink>
          {write && (
            <ButtonLink to={fixOf(store, worst)}>{say.fixWorst[worst.key] ?? say.fix}</ButtonLink>
          )}
        </Banner>
      )}
    </>
  )
}

type BannerProps = { bad?: boolean; title: ReactNode; text: string; children: ReactNode }

const Banner = ({ bad, title, text, children }: BannerProps) => (
  <div className={styles.banner} data-bad={bad || undefined}>
    <p className={styles.bannerText}>
      <strong>{title}</strong> {text}
    </p>
    <div className={styles.bannerActions}>{children}</div>
  </div>
)
