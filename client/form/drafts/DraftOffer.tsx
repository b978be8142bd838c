import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { record, string, unknown } from 'superstruct'
import { getKind } from '#shared/engine/fields/kinds.ts'
import { isNotUploaded } from '#shared/engine/list/referenceValues.ts'
import type { Fields } from '#shared/engine/resource.ts'
import { is } from '#shared/engine/is.ts'
import { getDirtyFields, isSaving } from '#machines/recordForm/index.ts'
import { isAuthenticated } from '#machines/session.ts'
import type { recordFormMachine } from '#machines/recordForm/index.ts'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { pickFields } from '#machines/recordForm/values.ts'
import { useActors } from '#client/runtime/ConsoleContext.tsx'
import { Button } from '#client/ui/Button.tsx'
import * as styles from '../Panel.css.ts'

type DraftValues = Record<string, unknown>

export type Draft = {
  offered: DraftValues | null
  clearOffer: () => void
  discard: () => void
}

const StoredDraft = record(string(), unknown())

/**
 * Saves unsaved changes except secrets in the tab's session storage, for this user only, and offers
 * them back (screens.md).
 */
export function useDraft(
  form: ActorRefFrom<typeof recordFormMachine>,
  name: string,
  fields: Fields,
  answered: boolean,
): Draft {
  const { key, draft, forgetSaved } = useStoredDraft(name, answered)
  const last = useRef(form.getSnapshot())
  const saveDraft = useEffectEvent((snapshot: RecordFormSnapshot) => {
    const { values } = snapshot.context
    const isSaved = hasSaved(last.current, snapshot)
    last.current = snapshot
    // The offered draft is older than the saved record.
    if (isSaved) draft.clearOffer()
    const isRestorable = (one: string) =>
      (!fields[one] || getKind(fields[one]).restorable) && !isNotUploaded(values[one])
    const changed = getDirtyFields(snapshot).filter(isRestorable)
    // A draft that is still on offer is saved with the values typed since.
    const draftValues = { ...(isSaved ? null : draft.offered), ...pickFields(values, changed) }
    if (Object.keys(draftValues).length > 0)
      sessionStorage.setItem(key, JSON.stringify(draftValues))
    else sessionStorage.removeItem(key)
  })
  const onUnmount = useEffectEvent(() => {
    const snapshot = form.getSnapshot()
    // The offered draft outlives a save that changed nothing.
    forgetSaved(isSaving(snapshot) && (!draft.offered || getDirtyFields(snapshot).length > 0))
  })
  useEffect(() => {
    const { unsubscribe } = form.subscribe((snapshot) => saveDraft(snapshot))
    return () => {
      unsubscribe()
      onUnmount()
    }
  }, [form])
  return draft
}

type RecordFormSnapshot = SnapshotFrom<typeof recordFormMachine>

/** Whether a save succeeded: a rejected or failed one leaves the initial values as they were. */
const hasSaved = (before: RecordFormSnapshot, after: RecordFormSnapshot) =>
  isSaving(before) && after.matches('editing') && before.context.initial !== after.context.initial

/**
 * Loads what an earlier visit of this user left under a name. It's offered until restored or
 * discarded, and not beside an answer.
 */
export function useStoredDraft(name: string, answered: boolean) {
  const { session } = useActors()
  const [key] = useState(() => `draft.${session.getSnapshot().context.user?.id ?? ''}.${name}`)
  const [offered, setOffered] = useState<DraftValues | null>(null)
  const loadDraft = useEffectEvent(() => setOffered(answered ? null : readDraft(key)))
  // Runs after mount: the server has no session storage, and the previous form, once saved, deletes
  // its own draft as it unmounts.
  // oxlint-disable-next-line react/set-state-in-effect -- reads an external store after mount
  useEffect(() => loadDraft(), [])
  const draft: Draft = {
    offered,
    clearOffer: () => setOffered(null),
    discard() {
      setOffered(null)
      sessionStorage.removeItem(key)
    },
  }
  return {
    key,
    draft,
    /**
     * Deletes the draft of a form that unmounts while saving: a rejection would keep it open. Not
     * if the session ended.
     */
    forgetSaved(isSaving: boolean) {
      if (isSaving && isAuthenticated(session.getSnapshot())) sessionStorage.removeItem(key)
    },
  }
}

function readDraft(key: string): DraftValues | null {
  const stored = sessionStorage.getItem(key)
  if (!stored) return null
  const values: unknown = JSON.parse(stored)
  return is(values, StoredDraft) ? values : null
}

export function DraftOffer({
  draft,
  restore,
}: {
  draft: Draft
  restore: (values: DraftValues) => void
}) {
  const { offered, clearOffer, discard } = draft
  if (!offered) return null
  return (
    <div className={styles.warning} role="status">
      <p>{formMessages.draft}</p>
      <div className={styles.inline}>
        <Button
          size="small"
          color="white"
          onClick={() => {
            clearOffer()
            restore(offered)
          }}
        >
          {formMessages.restore}
        </Button>
        <Button size="small" color="white" onClick={discard}>
          {formMessages.forget}
        </Button>
      </div>
    </div>
  )
}
