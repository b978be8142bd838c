import { useLayoutEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { openModal } from '../focus/useTopDialog.ts'
import * as styles from './Modal.css.ts'

type ModalProps = {
  title: string
  /** Called when Escape is pressed (spec.md section 2). The owner decides whether to close. */
  onClose: () => void
  children: ReactNode
}

/**
 * Renders a modal on the native `<dialog>`, which traps the focus and returns it. A server-rendered
 * one shows above the page.
 */
export function Modal({ title, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // Runs before the element leaves the page: a dialog returns the focus only if it's closed before
  // that.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    // A server-rendered dialog is already open, and the user may be typing in it.
    const previousFocus = document.activeElement
    element.close()
    const close = openModal(element)
    if (previousFocus instanceof HTMLElement && element.contains(previousFocus))
      previousFocus.focus()
    return close
  }, [])
  return (
    <dialog
      ref={dialog}
      open
      className={styles.dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={heading} className={styles.title}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}
