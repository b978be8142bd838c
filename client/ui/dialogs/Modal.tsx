import { useLayoutEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { openModal } from '../focus/useTopDialog.ts'
import * as styles from './Modal.css.ts'

type ModalProps = {
  title: string
  /** Emitted when Escape is pressed (spec.md section 2); the owner decides to close. */
  onClose: () => void
  children: ReactNode
}

/** A modal on the native `<dialog>`, which traps the focus and gives it back. The server's shows above the rest. */
export function Modal({ title, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // Before the element leaves the page: only a dialog that is closed in it gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    // The server's stands open in the page, and may be typed in.
    const before = document.activeElement
    element.close()
    const close = openModal(element)
    if (before instanceof HTMLElement && element.contains(before)) before.focus()
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
