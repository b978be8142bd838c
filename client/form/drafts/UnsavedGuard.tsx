import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { isAuthenticated } from '#machines/session.ts'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { messages } from '#shared/messages.ts'
import { removeFlash } from '#shared/navigation/flashMessage.ts'
import { removePasswordParam } from '#shared/navigation/passwordUrl.ts'
import { useActors, useUnsavedFlag } from '#client/runtime/ConsoleContext.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Modal } from '#client/ui/dialogs/Modal.tsx'
import * as styles from '../Panel.css.ts'

const getPageUrl = ({ pathname, search }: { pathname: string; search: string }) =>
  pathname + removePasswordParam(removeFlash(search))

/**
 * Guards unsaved changes on leaving and, through `useUnsavedFlag`, on signing out; not when a
 * session ended, because drafts are saved.
 */
export function UnsavedGuard({ dirty, onLeave }: { dirty: boolean; onLeave?: () => void }) {
  const { session } = useActors()
  const unsaved = useUnsavedFlag()
  useEffect(() => {
    unsaved.set(dirty)
    const onUnload = (event: BeforeUnloadEvent) => {
      if (dirty && isAuthenticated(session.getSnapshot())) event.preventDefault()
    }
    window.addEventListener('beforeunload', onUnload)
    return () => {
      unsaved.set(false)
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [dirty, session, unsaved])

  // A router has one blocker. With two forms on a page, the one with unsaved changes gets it.
  return dirty ? <LeaveConfirmation onLeave={onLeave} /> : null
}

function LeaveConfirmation({ onLeave }: { onLeave: (() => void) | undefined }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => getPageUrl(currentLocation) !== getPageUrl(nextLocation),
  )
  if (blocker.state !== 'blocked') return null
  return (
    <Modal title={messages.form.leave} onClose={() => blocker.reset()}>
      <div className={styles.inline}>
        <Button onClick={() => blocker.reset()}>{messages.form.stay}</Button>
        <Button
          color="error"
          variant="outline"
          onClick={() => {
            onLeave?.()
            blocker.proceed()
          }}
        >
          {formMessages.leaveAnyway}
        </Button>
      </div>
    </Modal>
  )
}
