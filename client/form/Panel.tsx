import { useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { Link } from '../ui/Link.tsx'
import { openModal } from '../ui/focus/useTopDialog.ts'
import { revealHashControl } from '../ui/focus/useFocusOnHash.ts'
import {
  focusTargetOrHeading,
  findRowLink,
  findRowElement,
} from '../ui/focus/focusTargetOrHeading.ts'
import { visuallyHidden } from '../styles/global.css.ts'
import * as glyph from '../ui/glyph.css.ts'
import * as styles from './Panel.css.ts'

type Props = {
  /** A record's name, followed by its `kind`, or the task: "Delete Extra small". */
  title: string
  kind?: string
  close: string
  /** 480, 560, or 720 px. */
  size?: 'small' | 'medium' | 'large'
  row?: number | undefined
  /**
   * Returns the record that was saved or created, if any. Its row gets the focus when the panel
   * closes, if the page lists it.
   */
  saved?: () => number | undefined
  tools?: ReactNode
  children: ReactNode
}

/**
 * Renders a panel on the right, over the page: a `<dialog>` that arrives open and is made modal by
 * script. Escape closes it.
 */
export function Panel({ title, kind, close, size = 'small', row, saved, tools, children }: Props) {
  const heading = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const leave = () => {
    if (dialog.current?.querySelector('[data-loading]')) return
    void navigate(close, { preventScrollReset: true })
  }
  usePanelDialog(dialog, leave, row, saved)
  return (
    <dialog
      ref={dialog}
      open
      className={styles.over}
      aria-labelledby={heading}
      tabIndex={-1}
      data-open-panel
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        leave()
      }}
    >
      {/* A click beside the panel closes it, even without script. Keyboards and screen readers
          use the button. */}
      <Link to={close} className={styles.dim} tabIndex={-1} aria-hidden preventScrollReset />
      <div className={styles.panel} data-size={size}>
        <header className={styles.header}>
          <h2 id={heading} className={styles.title}>
            {title}
            {kind && (
              <>
                <span className={visuallyHidden}>,</span>{' '}
                <span className={styles.kind}>{kind}</span>
              </>
            )}
          </h2>
          {tools && <div className={styles.tools}>{tools}</div>}
          <Link
            to={close}
            className={`${styles.tool} ${glyph.cross}`}
            aria-label={formMessages.close}
            title={formMessages.close}
            preventScrollReset
            data-close-panel
          />
        </header>
        {children}
      </div>
    </dialog>
  )
}

function usePanelDialog(
  dialog: RefObject<HTMLDialogElement | null>,
  leave: () => void,
  row: number | undefined,
  saved: (() => number | undefined) | undefined,
): void {
  const { key, hash } = useLocation()
  // A page that arrived with its panel puts the focus at the panel's start.
  const openedHere = useRef(key !== 'default')
  const initialHash = useRef(hash)
  const leavePanel = useEffectEvent(() => leave())
  const getSavedId = useEffectEvent(() => saved?.())
  const [initialRow] = useState(row)
  const currentRow = useRef(row)
  useLayoutEffect(() => {
    currentRow.current = row
  })
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const previousFocus = document.activeElement
    // Not `close()`, which would fire the event.
    element.removeAttribute('open')
    const close = openModal(element)
    if (previousFocus instanceof HTMLElement && element.contains(previousFocus))
      previousFocus.focus()
    else focusPanel(element, openedHere.current, revealHashControl(initialHash.current))
    // Browsers close a dialog on the second Escape, even if `cancel` is prevented.
    const onClose = () => {
      // React runs effects twice in development: the first run's event arrives after the second run
      // reopened the dialog.
      if (element.open) return
      element.showModal()
      leavePanel()
    }
    const onClickBeside = ({ target }: Event) => target === element && leavePanel()
    element.addEventListener('close', onClose)
    element.addEventListener('click', onClickBeside)
    return () => {
      element.removeEventListener('click', onClickBeside)
      element.removeEventListener('close', onClose)
      const rowId = getSavedId() ?? currentRow.current
      // React removes the panel before the row of a deleted record.
      const rowElement = findRowElement(rowId)
      const neighbor = rowElement?.nextElementSibling ?? rowElement?.previousElementSibling
      close()
      // Waits until the panel's successor is in the page.
      queueMicrotask(() => restoreListFocus(rowId, initialRow, neighbor))
    }
  }, [dialog, initialRow])
}

/**
 * Focuses the field that the URL names, else the first field of a panel that was opened on this
 * page.
 */
function focusPanel(dialog: HTMLElement, atField: boolean, named: HTMLElement | null): void {
  const field = atField && dialog.querySelector<HTMLElement>(fieldSelector)
  const target = (dialog.contains(named) && named) || field || dialog
  target.focus({ preventScroll: true })
}

const fieldSelector = 'input:not([type=hidden]), select, textarea'

/**
 * Focuses the row of the record that was opened or created last instead of what had the focus
 * before; if that record left the list, the row beside it.
 */
function restoreListFocus(
  row: number | undefined,
  initialRow: number | undefined,
  neighbor: Element | null | undefined,
): void {
  const hasFocus = document.activeElement !== document.body
  const link = findRowLink(findRowElement(row))
  if (hasFocus && (row === initialRow || !link)) return
  focusTargetOrHeading(link ?? findRowLink(neighbor), { preventScroll: row === initialRow })
}
