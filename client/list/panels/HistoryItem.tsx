import { Form, useLocation, useNavigation } from 'react-router'
import { formatInstant } from '#shared/format/dates.ts'
import { formatActor } from '#shared/engine/actors.ts'
import { isUpload } from '#shared/engine/fields/fields.ts'
import { formatValue, isSameFieldValue } from '#shared/engine/fields/formValues.ts'
import type { RecordHistoryEntry } from '#shared/engine/recordHistory.ts'
import { getField } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { createUpdateUndo } from '#shared/engine/undo.ts'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { listToolMessages } from '#shared/engine/listToolMessages.ts'
import { messages } from '#shared/messages.ts'
import { useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { stayParam } from '#client/form/handleForm.ts'
import { Button } from '#client/ui/Button.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import * as styles from './History.css.ts'

const historyMessages = listToolMessages.history

/** Whether a record still has the value that a change left in a field. */
export const hasSameValue = (record: AnyRecord, side: Record<string, unknown>, name: string) =>
  isSameFieldValue(record[name] ?? null, side[name] ?? null)

/** Form parameter for undoing something other than a change of fields. */
export const undoParam = 'takesBack'

type HistoryItemProps = {
  resource: Resource
  record: AnyRecord
  entry: RecordHistoryEntry
  later: readonly RecordHistoryEntry[]
  writeKey: string
}

/**
 * Returns the request that undoes a change, or null if the record no longer has all its values or a
 * later change touched them.
 */
function buildUndo({ resource, record, entry, later }: Omit<HistoryItemProps, 'writeKey'>) {
  const { before, after, hidden } = entry
  if (hidden.length > 0) return null
  const undo = createUpdateUndo(resource, before, {
    ...after,
    id: record.id,
    version: record.version,
  })
  const isUndoable = Object.keys(undo?.body ?? {}).every(
    (name) =>
      hasSameValue(record, after, name) &&
      later.every((one) => !(name in one.before) && !one.hidden.includes(name)),
  )
  return isUndoable ? undo : null
}

/** Renders one change of a record, with Undo while that is possible. */
export function HistoryItem({ writeKey, ...about }: HistoryItemProps) {
  const { resource, record, entry } = about
  const { id, event, actor, time, before, after, hidden, reason, says, undo } = entry
  const zone = useTimeZone()
  const { pathname, search } = useLocation()
  const { formData } = useNavigation()
  const key = `${writeKey}-${id}`
  const updateUndo = buildUndo(about)
  const hiddenFields = undo
    ? { [undoParam]: undo }
    : updateUndo && { before: JSON.stringify(updateUndo.body), after: JSON.stringify(after) }
  const verb = event.split('.').at(-1) ?? event
  const changed = Object.keys(before).filter((name) => getField(resource, name))
  return (
    <li className={styles.entry}>
      <div className={styles.head}>
        <p>
          <strong>{says ?? historyMessages.verb(verb)}</strong>{' '}
          <span className={styles.soft}>
            <Instant at={time} format={(when) => messages.whenBy(when, formatActor(actor))} />
          </span>
        </p>
        {hiddenFields && (
          <Form method="post" action={pathname + search} preventScrollReset>
            <input type="hidden" name="intent" value="undo" />
            <input type="hidden" name={stayParam} value="1" />
            <input type="hidden" name="writeKey" value={key} />
            <input type="hidden" name="id" value={record.id} />
            {Object.entries(hiddenFields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <Button
              type="submit"
              size="small"
              color="white"
              aria-label={historyMessages.undoOf(formatInstant(time, zone))}
              loading={formData?.get('writeKey') === key}
            >
              {historyMessages.undo}
            </Button>
          </Form>
        )}
      </div>
      {reason && <p className={styles.soft}>{historyMessages.reason(reason)}</p>}
      {(changed.length > 0 || hidden.length > 0) && (
        <dl className={styles.changes}>
          {changed.map((name) => (
            <div key={name} className={styles.change}>
              <dt>{getFieldLabel(resource, name)}</dt>
              <dd>
                <del className={styles.before}>
                  {formatChangedValue(resource, name, before, zone)}
                </del>{' '}
                <span aria-hidden="true">→</span>{' '}
                <ins>{formatChangedValue(resource, name, after, zone)}</ins>
              </dd>
            </div>
          ))}
          {hidden.map((name) => (
            <div key={name} className={styles.change}>
              <dt>{getFieldLabel(resource, name)}</dt>
              <dd>{historyMessages.hidden}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

const getFieldLabel = (resource: Resource, name: string) => getField(resource, name)?.label ?? name

function formatChangedValue(
  resource: Resource,
  name: string,
  side: Record<string, unknown>,
  zone: string,
): string {
  const field = getField(resource, name)
  const words = field && formatValue(field, side[name], side, name, zone)
  // A file whose name is no longer known would show its ID.
  const isNameless = field && isUpload(field) && words === String(side[name])
  return (isNameless ? historyMessages.fileGone : words) || formMessages.none
}
