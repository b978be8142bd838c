import { useEffect, useRef } from 'react'
import { formatActor } from '#shared/engine/actors.ts'
import { formatValue, isSameFieldValue } from '#shared/engine/fields/formValues.ts'
import type { AnyRecord, Fields } from '#shared/engine/resource.ts'
import { useTimeZone } from '../runtime/ConsoleContext.tsx'
import { Button } from '../ui/Button.tsx'
import { Instant } from '../ui/Instant.tsx'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { conflictMessages } from './messages.ts'
import * as panel from './Panel.css.ts'
import * as styles from './Conflict.css.ts'

type ConflictValues = Record<string, unknown>

/**
 * Explains that someone else saved in between: who, when, and both values where both changed. The
 * form has the operator's own values.
 */
export function Conflict({
  fields,
  current,
  colliding,
  mine,
  theirs,
  takeTheirs,
}: {
  fields: Fields
  current: AnyRecord
  colliding: readonly string[]
  mine: ConflictValues
  theirs: ConflictValues
  takeTheirs: (field: string) => void
}) {
  const isMine = Object.keys(mine).some((name) => !isSameFieldValue(mine[name], theirs[name]))
  const formatNotice =
    colliding.length > 0
      ? conflictMessages.conflict
      : isMine
        ? conflictMessages.conflictSettled
        : conflictMessages.conflictTaken
  const zone = useTimeZone()
  const box = useRef<HTMLDivElement>(null)
  // The fields remount, so the focused one is gone. The choice comes next.
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={box} className={panel.warning} role="alert" tabIndex={-1}>
      <p>
        <Instant
          at={current.updatedAt}
          format={(when) => formatNotice(formatActor(current.updatedBy), when)}
        />
      </p>
      {colliding.map((name) => {
        const label = fields[name]?.label ?? name
        return (
          <dl key={name} className={styles.collision}>
            <div className={styles.side}>
              <dt>{conflictMessages.yours(label)}</dt>
              <dd className={styles.sideValue}>{formatConflictValue(fields, name, mine, zone)}</dd>
            </div>
            <div className={styles.side}>
              <dt>{conflictMessages.theirs(label)}</dt>
              <dd className={styles.sideValue}>
                {formatConflictValue(fields, name, theirs, zone)}
              </dd>
            </div>
            <div>
              <Button
                size="small"
                color="white"
                onClick={() => takeTheirs(name)}
                aria-label={conflictMessages.takeTheirsFor(label)}
              >
                {conflictMessages.takeTheirs}
              </Button>
            </div>
          </dl>
        )
      })}
    </div>
  )
}

const formatConflictValue = (
  fields: Fields,
  name: string,
  values: ConflictValues,
  zone: string,
): string => {
  const field = fields[name]
  return (field && formatValue(field, values[name], values, name, zone)) || formMessages.none
}
