import { is, record as recordOf, string, unknown } from 'superstruct'
import { formatInstant } from '#shared/format/dates.ts'
import { formatActor } from '#shared/engine/actors.ts'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { loadRecordHistory } from '#shared/engine/recordHistory.ts'
import type { RecordHistoryEntry } from '#shared/engine/recordHistory.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { getField, getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { sendUndo, createUpdateUndo } from '#shared/engine/undo.ts'
import { listToolMessages } from '#shared/engine/listToolMessages.ts'
import { FormError } from '#client/form/handleForm.ts'
import type { RejectedForm, IntentContext } from '#client/form/handleForm.ts'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { loadPanelRecord } from './definePanels.ts'
import type { PanelProps, PanelLoadContext } from './definePanels.ts'
import { HistoryItem, hasSameValue, undoParam } from './HistoryItem.tsx'
import { RecordTools, getPanelSize } from './RecordPanel.tsx'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './History.css.ts'

const historyMessages = listToolMessages.history
const olderParam = 'older'

type LoadedHistory = { record: AnyRecord; entries: RecordHistoryEntry[]; older: string | null }

async function loadHistory(context: PanelLoadContext): Promise<LoadedHistory> {
  const { api, resource, id, params, signal } = context
  const after = params.get(olderParam)
  const [record, history] = await Promise.all([
    loadPanelRecord(context),
    loadRecordHistory(api, resource, id ?? 0, { after, signal }),
  ])
  return { record, ...history }
}

/** Undoes one change, unless its values have changed since. */
async function undoChange(context: IntentContext) {
  const { api, resource, form, key, zone } = context
  if (form.has(undoParam)) return undoInArea(context)
  const [before, after] = [parseSide(form.get('before')), parseSide(form.get('after'))]
  const record = await loadRecord(api, resource, parseRecordVersion(form).id)
  const changedNames = Object.keys(before).filter((name) => !hasSameValue(record, after, name))
  if (changedNames.length > 0) {
    const labels = changedNames.map((name) => getField(resource, name)?.label ?? name).join(', ')
    const { updatedBy, updatedAt } = record
    const when = formatInstant(updatedAt, await zone())
    throw new FormError({ undo: historyMessages.since(labels, formatActor(updatedBy), when) })
  }
  const { id, version } = record
  const change = createUpdateUndo(resource, before, { ...after, id, version })
  if (!change) throw new FormError({ undo: historyMessages.nothing })
  await sendUndo(api, { ...change, idempotencyKey: key })
  const updated = await loadRecord(api, resource, id)
  const previous = Object.fromEntries(Object.keys(before).map((name) => [name, record[name]]))
  return {
    notice: 'put-back',
    of: toRecordLink(resource, updated),
    undo: createUpdateUndo(resource, previous, updated),
  } as const
}

/** Lets the area undo something other than a change of fields. */
async function undoInArea({ api, resource, form, key }: IntentContext) {
  const { id } = parseRecordVersion(form)
  const path = `/${resource.name}/${id}/undo/${Number(form.get(undoParam))}`
  await sendUndo(api, { method: 'POST', path, idempotencyKey: key })
  const record = toRecordLink(resource, await loadRecord(api, resource, id))
  return { notice: 'undone', of: record } as const
}

function parseSide(input: unknown): Record<string, unknown> {
  try {
    const side: unknown = JSON.parse(String(input))
    return is(side, HistorySide) ? side : {}
  } catch {
    return {} // Not from this page, so it restores nothing.
  }
}

const HistorySide = recordOf(string(), unknown())

/** Renders a record's history: who, when, what, and Undo (screens.md, "Every form"). */
function HistoryPanel(props: PanelProps<LoadedHistory>) {
  const { resource, view, data, refused, loaded } = props
  const { record, entries, older } = loaded
  const panelUrl = buildListUrl(resource, withPanel(view, 'history', record.id))
  const answer = refused?.intent === 'undo' ? refused : undefined
  return (
    <Panel
      title={getLabel(resource, record)}
      kind={resource.title.one}
      close={buildListUrl(resource, withPanel(view, null))}
      size={getPanelSize(resource)}
      row={record.id}
      tools={<RecordTools {...props} record={record} />}
    >
      <div className={panel.body}>
        <UndoError answer={answer} />
        <p className={styles.soft}>
          <Instant
            at={record.createdAt}
            format={(when) => historyMessages.made(formatActor(record.createdBy), when)}
          />{' '}
          {record.version > 1 && (
            <Instant
              at={record.updatedAt}
              format={(when) => historyMessages.last(formatActor(record.updatedBy), when)}
            />
          )}
        </p>
        {entries.length === 0 ? (
          <p>{historyMessages.none}</p>
        ) : (
          <ol className={styles.entries}>
            {entries.map((entry, index) => (
              <HistoryItem
                key={entry.id}
                {...{ resource, record, entry }}
                later={entries.slice(0, index)}
                writeKey={data.writeKey}
              />
            ))}
          </ol>
        )}
        {older && (
          <p>
            <ButtonLink color="white" to={`${panelUrl}&${olderParam}=${older}`} preventScrollReset>
              {historyMessages.older}
            </ButtonLink>
          </p>
        )}
      </div>
    </Panel>
  )
}

function UndoError({ answer }: { answer: RejectedForm | undefined }) {
  if (answer?.failure) return <FailureText failure={answer.failure} />
  const { conflict, errors } = answer ?? {}
  const content = conflict ? (
    <Instant
      at={conflict.updatedAt}
      format={(when) => historyMessages.changed(formatActor(conflict.updatedBy), when)}
    />
  ) : (
    Object.values(errors ?? {}).join(' ')
  )
  if (!content) return null
  return (
    <p className={panel.refusal} role="alert">
      {content}
    </p>
  )
}

export const historyPanel = {
  Panel: HistoryPanel,
  intents: { undo: undoChange },
  load: loadHistory,
}
