import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { Api } from '#shared/engine/api.ts'
import { formatActor } from '#shared/engine/actors.ts'
import { getDefaultSort } from '#shared/engine/list/listQuery.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import { sortPaymentFirst } from '#shared/engine/integrations/integrationKinds.ts'
import type { Readiness, ReadinessCheck } from '#shared/areas/stores/readiness/readinessChecks.ts'
import { logEntries } from '#shared/areas/logs/logEntries.ts'
import { getCheckFixUrl, logsArea } from '#client/frame/index.ts'
import {
  getStatusChanges,
  statusChanges,
  storeStatuses,
} from '#shared/areas/stores/status/storeStates.ts'
import type { StatusChangeName } from '#shared/areas/stores/status/storeStates.ts'
import { isPageFailure, resolveOrFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { isUrgentFailure } from '#client/integrations/fix/checkFixes.ts'
import { buildStatusChangeUrl, buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { createStoreLogResource } from './tabs/storeLog.ts'
import { useCanChange } from './tabs/storeTab.tsx'
import { storeOverviewMessages } from './messages.ts'
import * as styles from './tabs/overview.css.ts'

export type LastStatusChange = { actor: string; time: string }

/**
 * Returns whether the status prevents members from ordering. A new store's status needs no
 * explanation.
 */
const isClosedStatus = (status: unknown): status is keyof typeof storeOverviewMessages.closedBy =>
  status === 'suspended' || status === 'maintenance' || status === 'archived'

const isActivation = (change: StatusChangeName) => statusChanges[change].to === 'active'

/** Loads who closed the store and when, from its log. Null if it is open or the log doesn't say. */
export async function findClosingStatusChange(
  api: Api,
  loadingStore: Promise<AnyRecord>,
  signal: AbortSignal,
): Promise<LastStatusChange | null> {
  const { id, status } = await loadingStore
  if (!isClosedStatus(status)) return null
  const query = {
    search: 'stores',
    filters: [{ field: 'stream', op: 'eq', value: 'audit' }] as const,
    sort: getDefaultSort(logEntries),
    limit: 25,
    after: null,
  }
  const page = await resolveOrFailure(
    listRecords(api, createStoreLogResource(id), { ...query, filters: [...query.filters] }, signal),
    '',
  )
  if (isPageFailure(page)) return null
  const { parseLogEntries } = await logsArea.load()
  const change = parseLogEntries(page.records).find(({ changes }) => 'status' in changes)
  return change ? { actor: change.actor, time: change.time } : null
}

/** Returns the failures that affect members now, payment failures first. */
function getUrgentFailures(store: AnyRecord, checks: readonly ReadinessCheck[]): ReadinessCheck[] {
  const failures = checks.filter((check) => isUrgentFailure(store, check))
  return sortPaymentFirst(failures.map(({ key }) => key)).flatMap((key) =>
    failures.filter((check) => check.key === key),
  )
}

/** Returns a check's first sentence, the cause. The list of checks has the rest: how to fix it. */
const getCause = (detail: string | null): string[] =>
  detail?.split(/(?<=[.!?])\s+(?=[A-Z])/).slice(0, 1) ?? []

type Props = {
  store: AnyRecord
  readiness: Readiness | PageFailure
  since: LastStatusChange | null
}

/**
 * Shows above everything else what is wrong with the store and how to fix it. Renders nothing if
 * all is well.
 */
export function StoreAlerts({ store, readiness, since }: Props) {
  const location = useLocation()
  const { status, statusReason } = store
  const checks = isPageFailure(readiness) ? [] : readiness.checks
  const urgentFailures = getUrgentFailures(store, checks)
  const failingKeys = urgentFailures.map(({ key }) => key)
  const [onlyKey] = failingKeys.length === 1 ? failingKeys : []
  const { write } = useCanChange(store)
  const opens =
    isClosedStatus(status) && write ? getStatusChanges(status).find(isActivation) : undefined
  return (
    <>
      {isClosedStatus(status) && (
        <AlertBanner
          title={
            since ? (
              <Instant
                at={since.time}
                format={(when) =>
                  storeOverviewMessages.closedBy[status](when, formatActor(since.actor))
                }
              />
            ) : (
              storeOverviewMessages.closed(storeStatuses[status])
            )
          }
          text={
            <>
              {typeof statusReason === 'string' ? statusReason : storeOverviewMessages.closedEffect}
              <MaintenanceDetails store={store} />
            </>
          }
        >
          {opens && (
            <ButtonLink to={buildStatusChangeUrl(location, opens)} color="white" preventScrollReset>
              {messages.addEllipsis(statusChanges[opens].label)}
            </ButtonLink>
          )}
        </AlertBanner>
      )}
      {urgentFailures.length > 0 && (
        <AlertBanner
          bad
          title={
            onlyKey
              ? (storeOverviewMessages.fails[onlyKey] ?? '')
              : storeOverviewMessages.severalFail(failingKeys)
          }
          text={urgentFailures.flatMap(({ detail }) => getCause(detail)).join(' ')}
        >
          <ButtonLink
            to={buildStoreUrl(store.id, 'logs', { 'filter[severity][eq]': 'error' })}
            color="white"
          >
            {storeOverviewMessages.seeErrors}
          </ButtonLink>
          {write &&
            urgentFailures.map((check, index) => (
              <ButtonLink
                key={check.key}
                to={getCheckFixUrl(store, check)}
                {...(index > 0 && { color: 'white' as const })}
              >
                {storeOverviewMessages.fixWorst[check.key] ?? storeOverviewMessages.fix}
              </ButtonLink>
            ))}
        </AlertBanner>
      )}
    </>
  )
}

/** Says what members read during maintenance, and when it ends. */
function MaintenanceDetails({ store }: { store: AnyRecord }) {
  const { maintenanceMessage: message, maintenanceEndsAt: end } = store
  return (
    <>
      {typeof message === 'string' && ` ${storeOverviewMessages.membersRead(message)}`}
      {typeof end === 'string' && (
        <>
          {' '}
          <Instant at={end} format={storeOverviewMessages.maintenanceEnds} />
        </>
      )}
    </>
  )
}

type AlertBannerProps = { bad?: boolean; title: ReactNode; text: ReactNode; children: ReactNode }

const AlertBanner = ({ bad, title, text, children }: AlertBannerProps) => (
  <div className={styles.banner} data-bad={bad || undefined}>
    <p className={styles.bannerText}>
      <strong>{title}</strong> {text}
    </p>
    <div className={styles.bannerActions}>{children}</div>
  </div>
)
