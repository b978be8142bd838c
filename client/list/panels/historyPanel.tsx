import '#client/frame/forms.ts'
import { is, record as recordOf, string, unknown } from 'superstruct'
import { formatInstant } from '#shared/format/dates.ts'
import { listAddress, withPanel } from '#shared/engine/list/listView.ts'
import { readRecord } from '#shared/engine/recordCalls.ts'
import { recordHistory } from '#shared/engine/recordHistory.ts'
import type { HistoryEntry } from '#shared/engine/recordHistory.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { fieldOf, labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { sendUndo, undoOf } from '#shared/engine/undo.ts'
import { panelMessages } from '#shared/engine/panelMessages.ts'
import { Refusal } from '#client/form/answerForm.ts'
import type { Refused, Work } from '#client/form/answerForm.ts'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { target } from '#client/form/saveChanges.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { openRecord } from './definePanels.ts'
import type { PanelProps, PanelWork } from './definePanels.ts'
import { Entry, isAs, takeBackParam } from './HistoryEntry.tsx'
import { RecordTools, sizeFor } from './RecordPanel.tsx'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './History.css.ts'

const say = panelMessages.history
const olderParam = 'older'

type Loaded = { record: AnyRecord; entries: HistoryEntry[]; older: string | null }

async function load(work: PanelWork): Promise<Loaded> {
  const { api, resource, id, params, signal } = work
  const after = params.get(olderParam)
  const [record, history] = await Promise.all([
    openRecord(work),
    recordHistory(api, resource, id ?? 0, { after, signal }),
  ])
  return { record, ...history }
}

/** Puts back what one change changed, where nobody has changed it since. */
async function undo(work: Work) {
  const { api, resource, form, key, zone } = work
  if (form.has(takeBackParam)) return takeBack(work)
  const [before, after] = [sideFrom(form.get('before')), sideFrom(form.get('after'))]
  const record = await readRecord(api, resource, target(form).id)
  const since = Object.keys(before).filter((name) => !isAs(record, after, name))
  if (since.length > 0) {
    const labels = since.map((name) => fieldOf(resource, name)?.label ?? name).join(', ')
    const { updatedBy, updatedAt } = record
    const when = formatInstant(updatedAt, await zone())
    throw new Refusal({ undo: say.since(labels, updatedBy, when) })
  }
  const { id, version } = record
  const change = undoOf(resource, before, { ...after, id, version })
  if (!change) throw new Refusal({ undo: say.nothing })
  await sendUndo(api, { ...change, idempotencyKey: key })
  const now = await readRecord(api, resource, id)
  const left = Object.fromEntries(Object.keys(before).map((name) => [name, record[name]]))
  return {
    notice: 'put-back',
    of: recordLink(resource, now),
    undo: undoOf(resource, left, now),
  } as const
}

/** What is no change of its fields is taken back by its area. */
async function takeBack({ api, resource, form, key }: Work) {
  const { id } = target(form)
  const path = `/${resource.name}/${id}/undo/${Number(form.get(takeBackParam))}`
  await sendUndo(api, { method: 'POST', path, idempotencyKey: key })
  const of = recordLink(resource, await readRecord(api, resource, id))
  return { notice: 'undone', of } as const
}

function sideFrom(sent: unknown): Record<string, unknown> {
  try {
    const side: unknown = JSON.parse(String(sent))
    return is(side, Side) ? side : {}
  } catch {
    return {} // Not of this page; it puts nothing back.
  }
}

const Side = recordOf(string(), unknown())

/** What happened to one record: who, when, what, and Undo (screens.md, "Every form"). */
function HistoryPanel(props: PanelProps<Loaded>) {
  const { resource, view, data, refused, loaded } = props
  const { record, entries, older } = loaded
  const here = listAddress(resource, withPanel(view, 'history', record.id))
  const answer = refused?.intent === 'undo' ? refused : undefined
  return (
    <Panel
      title={labelOf(resource, record)}
      kind={resource.title.one}
      close={listAddress(resource, withPanel(view, null))}
      size={sizeFor(resource)}
      row={record.id}
      tools={<RecordTools {...props} record={record} />}
    >
      <div className={panel.body}>
        <Answer answer={answer} />
        <p className={styles.soft}>
          <Instant at={record.createdAt} say={(when) => say.made(record.createdBy, when)} />{' '}
          {record.version > 1 && (
            <Instant at={record.updatedAt} say={(when) => say.last(record.updatedBy, when)} />
          )}
        </p>
        {entries.length === 0 ? (
          <p>{say.none}</p>
        ) : (
          <ol className={styles.entries}>
            {entries.map((entry, at) => (
              <Entry
                key={entry.id}
                {...{ resource, record, entry }}
                later={entries.slice(0, at)}
                writeKey={data.writeKey}
              />
            ))}
          </ol>
        )}
        {older && (
          <p>
            <ButtonLink color="white" to={`${here}&${olderParam}=${older}`} preventScrollReset>
              {say.older}
            </ButtonLink>
          </p>
        )}
      </div>
    </Panel>
  )
}

function Answer({ answer }: { answer: Refused | undefined }) {
  if (answer?.failure) return <FailureText failure={answer.failure} />
  const { conflict, errors } = answer ?? {}
  const told = conflict ? (
    <Instant at={conflict.updatedAt} say={(when) => say.changed(conflict.updatedBy, when)} />
  ) : (
    Object.values(errors ?? {}).join(' ')
  )
  if (!told) return null
  return (
    <p className={panel.refusal} role="alert">
      {told}
    </p>
  )
}

export const panels = { history: { Panel: HistoryPanel, intents: { undo }, load } }
