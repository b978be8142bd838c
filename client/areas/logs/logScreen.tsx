import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { isSinceFilter, getLogPeriods } from '#shared/areas/logs/logPeriods.ts'
import { logEntries } from '#shared/areas/logs/logEntries.ts'
import { logResults } from '#shared/engine/logStreams.ts'
import type { LogSeverity } from '#shared/engine/logStreams.ts'
import { formatInstant } from '#shared/format/dates.ts'
import { Status, createListScreen } from '#client/frame/index.ts'
import { timeZoneContext } from '#client/runtime/contexts.ts'
import {
  describeChanges,
  findEventText,
  formatLogEvent,
  formatLogEventSentence,
  getEventOutcome,
} from '#client/list/logs/index.ts'
import { createLogPanels } from './panels.tsx'
import { getValueLabelKey } from '#client/list/filters/filterText.ts'
import { createListLoader } from '#client/list/listLoader.ts'
import type { ListData, ListOptions, ListProps } from '#client/list/listProps.ts'
import { Link } from '#client/ui/Link.tsx'
import { renderCell } from '#client/ui/renderCell.tsx'
import { RefreshTools, LogPeriodMenu } from './LogBar.tsx'
import { logsMessages } from './messages.ts'
import { renderTarget } from './renderTarget.tsx'
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
  event: ({ said: description, event }) => <>{String(description ?? event)}</>,
  changedFields: ({ changed, changedFields }) => renderCell(String(changed ?? changedFields ?? '')),
  // A store's own log doesn't repeat the store's name.
  label: (entry) =>
    entry['targetType'] === 'stores' && entry['targetId'] === entry['storeId']
      ? renderCell(null)
      : renderTarget(entry),
  result: ({ result }) => result === 'ok' && <span className={styles.quiet}>{logResults.ok}</span>,
}

/** Log list data with descriptions and the time it was loaded. */
type LogData = ListData & { at: string }

const isSingleErrorView = ({ view }: ListProps) =>
  view.query.filters.some(({ field }) => field === 'fault')

const getReadTime = ({ data }: ListProps) => (data as LogData).at // Returned by `withLogDescriptions`.

export const logListOptions: ListOptions = {
  cells: logCells,
  formatName: ({ entryName, event }) => String(entryName ?? event),
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
    filters: (list) => <LogPeriodMenu {...list} at={getReadTime(list)} />,
    // The bar above the rows shows this filter and a link to all entries.
    shows: (list, filter) =>
      filter.field === 'fault' ||
      (isSinceFilter(filter) &&
        getLogPeriods(list.view.query.filters, getReadTime(list)).some(({ current }) => current)),
    buttons: (list) => <RefreshTools {...list} />,
  },
}

/**
 * Adds descriptions of events and changes to a page of logs, and of the event that its URL filters
 * by.
 */
export async function withLogDescriptions<Page extends ListData>(
  loading: Promise<Page>,
  zone: () => Promise<string>,
  params: URLSearchParams,
) {
  const [page, timeZone] = await Promise.all([loading, zone()])
  const addDescription = (entry: AnyRecord) => {
    const event = String(entry['event'])
    const outcome = getEventOutcome({ changes: entry['changes'], result: entry['result'] })
    const label = String(entry['label'] ?? '')
    const sentence = formatLogEventSentence(event, label, undefined, outcome)
    return {
      ...entry,
      said: formatLogEvent(event, outcome),
      entryName: logsMessages.entryName(sentence, formatInstant(String(entry['time']), timeZone)),
      changed: describeChanges(parseChanges(entry), timeZone),
    }
  }
  const eventLabels = (['eq', 'contains'] as const).flatMap((op) => {
    const value = params.get(`filter[event][${op}]`) ?? ''
    const text = value && (op === 'eq' ? formatLogEvent(value) : findEventText(value))
    return text ? [[getValueLabelKey('event', value), text] as const] : []
  })
  return {
    ...page,
    picked: { ...page.picked, ...Object.fromEntries(eventLabels) },
    records: page.records.map(addDescription),
    at: new Date().toISOString(),
  }
}

/** Another platform version may omit the changes. */
function parseChanges({ event, targetType, changes }: AnyRecord) {
  const isRecord = typeof changes === 'object' && changes !== null
  return {
    event: String(event),
    targetType: typeof targetType === 'string' ? targetType : null,
    changes: isRecord ? Object.fromEntries(Object.entries(changes)) : {},
  }
}

/**
 * Creates a log's screen (screens.md): the generic list, its entries, and the verification that
 * they are unchanged.
 */
export function createLogScreen(resource: Resource, addName = (page: LogData) => page) {
  const panels = createLogPanels(resource)
  const load = createListLoader(resource, panels)
  return createListScreen(resource, logListOptions, panels, async (args) =>
    addName(
      await withLogDescriptions(
        load(args),
        args.context.get(timeZoneContext),
        new URL(args.request.url).searchParams,
      ),
    ),
  )
}
