import '#client/frame/stores.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { isSinceFilter, getLogPeriods } from '#shared/areas/logs/logPeriods.ts'
import { logEntries, logResults } from '#shared/areas/logs/logEntries.ts'
import type { LogSeverity } from '#shared/areas/logs/logEntries.ts'
import { logRetention } from '#shared/areas/logs/logRetention.ts'
import { timeZoneContext } from '#client/runtime/contexts.ts'
import { loadChunk } from '#client/runtime/failures.ts'
import { definePanels } from '#client/list/panels/definePanels.ts'
import { createListLoader } from '#client/list/listLoader.ts'
import type { ListData, ListOptions, ListProps } from '#client/list/listProps.ts'
import { createListScreen } from '#client/list/createListScreen.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Status } from '#client/ui/Status.tsx'
import { RefreshTools, PeriodMenu } from './LogBar.tsx'
import { logsMessages } from './messages.ts'
import * as styles from './Logs.css.ts'

const severityTones = { info: 'off', warning: 'warn', error: 'bad' } as const satisfies Record<
  LogSeverity,
  string
>

const logCells: NonNullable<ListOptions['cells']> = {
  severity: ({ severity }) => {
    const option = logEntries.fields.severity.options?.find(({ value }) => value === severity)
    if (severity === 'info') return <span className={styles.quiet}>{option?.label}</span>
    return option && <Status tone={severityTones[severity as LogSeverity]}>{option.label}</Status>
  },
  event: ({ said, event }) => <>{String(said ?? event)}</>,
  changedFields: ({ changed, changedFields }) => <>{String(changed ?? changedFields ?? '')}</>,
  // In the log of a store, what happened to the store itself needs no other name.
  label: ({ targetType, targetId, storeId }) =>
    targetType === 'stores' && targetId === storeId ? <></> : null,
  result: ({ result }) => result === 'ok' && <span className={styles.quiet}>{logResults.ok}</span>,
}

/** A list of logs as it was read: in words, and when. */
export type LogData = ListData & { at: string }

const isSingleErrorView = ({ view }: ListProps) =>
  view.query.filters.some(({ field }) => field === 'fault')

const getReadTime = ({ data }: ListProps) => (data as LogData).at // What `withDescriptions` gives.

export const logListOptions: ListOptions = {
  cells: logCells,
  widths: { event: 170, changedFields: 240, actor: 150, label: 116 },
  opens: 'entry',
  bar: (list) =>
    isSingleErrorView(list) && (
      <p>
        {logsMessages.oneFault}{' '}
        <Link to={list.resource.path} preventScrollReset>
          {logsMessages.allFaults}
        </Link>
      </p>
    ),
  tools: {
    filters: (list) => <PeriodMenu {...list} at={getReadTime(list)} />,
    // The bar above the rows tells of a failure, and leads back to all.
    shows: (list, filter) =>
      filter.field === 'fault' ||
      (isSinceFilter(filter) &&
        getLogPeriods(list.view.query.filters, getReadTime(list)).some(({ current }) => current)),
    buttons: (list) => <RefreshTools {...list} />,
  },
}

/** What opens beside them. Those of the platform say too how long all logs are kept. */
export const createLogPanels = (resource: Resource) =>
  definePanels(() => import('./panels.tsx'), {
    entry: { button: null, reads: true },
    verify: { button: logsMessages.verify, reads: true },
    keep: { button: resource.scope ? null : logsMessages.keep, of: logRetention },
  })

/** A page of logs with its events and changes in words, which are a chunk of their own: a page that the server has rendered has them. */
export async function withDescriptions<Page extends ListData>(
  reading: Promise<Page>,
  zone: () => Promise<string>,
) {
  const [page, { formatEvent: eventWords, describeChanges }, here] = await Promise.all([
    reading,
    loadChunk(() => import('./logDescriptions.ts')),
    zone(),
  ])
  const told = (entry: AnyRecord) => ({
    ...entry,
    said: eventWords(String(entry['event'])),
    changed: describeChanges(parseChanges(entry), here),
  })
  return { ...page, records: page.records.map(told), at: new Date().toISOString() }
}

/** Another platform may leave the changes out. */
function parseChanges({ event, targetType, changes }: AnyRecord) {
  const isRecord = typeof changes === 'object' && changes !== null
  return {
    event: String(event),
    targetType: typeof targetType === 'string' ? targetType : null,
    changes: isRecord ? Object.fromEntries(Object.entries(changes)) : {},
  }
}

/** A list of logs (screens.md): the generic list, its entries, and the proof that they are as they were written. */
export function createLogScreen(resource: Resource, named = (page: LogData) => page) {
  const panels = createLogPanels(resource)
  const read = createListLoader(resource, panels)
  return createListScreen(resource, logListOptions, panels, async (args) =>
    named(await withDescriptions(read(args), args.context.get(timeZoneContext))),
  )
}
