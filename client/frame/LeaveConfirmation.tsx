import { useBlocker } from 'react-router'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { messages } from '#shared/messages.ts'
import { removeFlash } from '#shared/navigation/flashMessage.ts'
import { removePasswordParam } from '#shared/navigation/passwordUrl.ts'
import { useUnsavedForms } from '../runtime/ConsoleContext.tsx'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/dialogs/Modal.tsx'
import * as styles from './TopBar.css.ts'

const getPageUrl = ({ pathname, search }: { pathname: string; search: string }) =>
  pathname + removePasswordParam(removeFlash(search))

/**
 * Asks before a navigation that would lose unsaved changes. The frame always renders it: a router has
 * only one blocker, and a new blocker works only after two renders.
 */
export function LeaveConfirmation() {
  const unsaved = useUnsavedForms()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.hasAny() && getPageUrl(currentLocation) !== getPageUrl(nextLocation),
  )
  if (blocker.state !== 'blocked') return null
  return (
    <Modal title={messages.form.leave} onClose={() => blocker.reset()}>
      <div className={styles.choices}>
        <Button onClick={() => blocker.reset()}>{messages.form.stay}</Button>
        <Button
          color="error"
          variant="outline"
          onClick={() => {
            unsaved.discardAll()
            blocker.proceed()
          }}
        >
          {formMessages.leaveAnyway}
        </Button>
      </div>
    </Modal>
  )
}
