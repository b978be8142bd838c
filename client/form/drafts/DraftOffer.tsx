import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { record, string, unknown } from 'superstruct'
import { getKind } from '#shared/engine/fields/kinds.ts'
import { isNotUploaded } from '#shared/engine/list/referenceValues.ts'
import type { Fields } from '#shared/engine/resource.ts'
import { is } from '#shared/engine/is.ts'
import { getDirtyFields, isSaving } from '#machines/recordForm.ts'
import { isAuthenticated } from '#machines/session.ts'
import type { recordFormMachine } from '#machines/recordForm.ts'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { pickFields } from '#machines/recordFormValues.ts'
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

/** Keeps unsaved work but secrets in the tab's session storage, for this user alone, and offers it back (screens.md). */
export function useDraft(
  form: ActorRefFrom<typeof recordFormMachine>,
  name: string,
  fields: Fields,
  answered: boolean,
): Draft {
  const { key, draft, forgetSaved } = useStoredDraft(name, answered)
  const last = useRef(form.getSnapshot())
  const keep = useEffectEvent((snapshot: RecordFormSnapshot) => {
    const { values } = snapshot.context
    const isSaved = hasSaved(last.current, snapshot)
    last.current = snapshot
    // What was on offer is older than what was saved.
    if (isSaved) draft.clearOffer()
    const isKept = (one: string) =>
      (!fields[one] || getKind(fields[one]).restorable) && !isNotUploaded(values[one])
    const changed = getDirtyFields(snapshot).filter(isKept)
    // What is still on offer is kept beside what is typed meanwhile.
    const kept = { ...(isSaved ? null : draft.offered), ...pickFields(values, changed) }
    if (Object.keys(kept).length > 0) sessionStorage.setItem(key, JSON.stringify(kept))
    else sessionStorage.removeItem(key)
  })
  const end = useEffectEvent(() => {
    const snapshot = form.getSnapshot()
    // What is on offer outlives a save that changed nothing.
    forgetSaved(isSaving(snapshot) && (!draft.offered || getDirtyFields(snapshot).length > 0))
  })
  useEffect(() => {
    const { unsubscribe } = form.subscribe((snapshot) => keep(snapshot))
    return () => {
      unsubscribe()
      end()
    }
  }, [form])
  return draft
}

type RecordFormSnapshot = SnapshotFrom<typeof recordFormMachine>

/** Of the ends of a save, one that was refused or failed leaves what is saved as it was. */
const hasSaved = (before: RecordFormSnapshot, after: RecordFormSnapshot) =>
  isSaving(before) && after.matches('editing') && before.context.initial !== after.context.initial

/** What an earlier visit of this user left under a name: on offer until it is taken or forgotten, and not beside an answer. */
export function useStoredDraft(name: string, answered: boolean) {
  const { session } = useActors()
  const [key] = useState(() => `draft.${session.getSnapshot().context.user?.id ?? ''}.${name}`)
  const [offered, setOffered] = useState<DraftValues | null>(null)
  const look = useEffectEvent(() => setOffered(answered ? null : readDraft(key)))
  // oxlint-disable-next-line react/set-state-in-effect -- not before it stands: the server has no session storage, and the form before it, which was saved, forgets its own as it goes
  useEffect(() => look(), [])
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
    /** A form that goes away while it is being saved was saved, unless the session ended: a refusal keeps it open. */
    forgetSaved(isSaving: boolean) {
      if (isSaving && isAuthenticated(session.getSnapshot())) sessionStorage.removeItem(key)
    },
  }
}

function readDraft(key: string): DraftValues | null {
  const kept = sessionStorage.getItem(key)
  if (!kept) return null
  const values: unknown = JSON.parse(kept)
  return is(values, StoredDraft) ? values : null
}

export function DraftOffer({
  draft,
  restore,
}: {
  draft: Draft
  restore: (values: DraftValues) => void
}) {
  const { offered, clearOffer: taken, discard: forget } = draft
  if (!offered) return null
  return (
    <div className={styles.warning} role="status">
      <p>{formMessages.draft}</p>
      <div className={styles.inline}>
        <Button
          size="small"
          color="white"
          onClick={() => {
            taken()
            restore(offered)
          }}
        >
          {formMessages.restore}
        </Button>
        <Button size="small" color="white" onClick={forget}>
          {formMessages.forget}
        </Button>
      </div>
    </div>
  )
}
