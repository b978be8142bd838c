import { useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { Link } from '../ui/Link.tsx'
import { openModal } from '../ui/focus/useTopDialog.ts'
import { findHashControl } from '../ui/focus/useFocusOnHash.ts'
import { focusTargetOrHeading, findRowLink, findRow } from '../ui/focus/focusTargetOrHeading.ts'
import * as glyph from '../ui/glyph.css.ts'
import * as styles from './Panel.css.ts'

type Props = {
  /** A record's name with its kind, or the task: "Delete Extra small". */
  title: string
  kind?: string
  close: string
  /** 480, 560 or 720 px. */
  size?: 'small' | 'medium' | 'large'
  row?: number | undefined
  /** Which record was saved or made when it closes: its row has the focus, where it is on the page. */
  saved?: () => number | undefined
  tools?: ReactNode
  children: ReactNode
}

/** What is open over a page, at its right: `<dialog>`, sent open and made modal by a script. Escape leads out of it. */
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
      {/* Without a script too a click beside the panel closes it; keys and screen readers have the button. */}
      <Link to={close} className={styles.dim} tabIndex={-1} aria-hidden preventScrollReset />
      <div className={styles.panel} data-size={size}>
        <header className={styles.header}>
          <h2 id={heading} className={styles.title}>
            {title}
            {kind && (
              <>
                {' '}
                <span className={styles.kind}>{kind}</span>
              </>
            )}
          </h2>
          {tools}
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
  // A page that came with its panel has the focus at the panel's start.
  const openedHere = useRef(key !== 'default')
  const led = useRef(hash)
  const left = useEffectEvent(() => leave())
  const done = useEffectEvent(() => saved?.())
  const [first] = useState(row)
  const rowHere = useRef(row)
  useLayoutEffect(() => {
    rowHere.current = row
  })
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const before = document.activeElement
    // Not `close()`, which is heard.
    element.removeAttribute('open')
    const close = openModal(element)
    if (before instanceof HTMLElement && element.contains(before)) before.focus()
    else focusPanel(element, openedHere.current, findHashControl(led.current))
    // A browser closes a dialog that was asked to twice, whatever is answered.
    const closed = () => {
      // Of an effect that React ran twice (development), it is heard when the second one has opened it again.
      if (element.open) return
      element.showModal()
      left()
    }
    const beside = ({ target }: Event) => target === element && left()
    element.addEventListener('close', closed)
    element.addEventListener('click', beside)
    return () => {
      element.removeEventListener('click', beside)
      element.removeEventListener('close', closed)
      const then = done() ?? rowHere.current
      // React takes the panel away before the row of what is done.
      const here = findRow(then)
      const neighbour = here?.nextElementSibling ?? here?.previousElementSibling
      close()
      // Once what comes instead of it stands.
      queueMicrotask(() => restoreListFocus(then, first, neighbour))
    }
  }, [dialog, first])
}

/** The field that the address names, else the first one of a panel that was opened here. */
function focusPanel(dialog: HTMLElement, atField: boolean, named: HTMLElement | null): void {
  const field = atField && dialog.querySelector<HTMLElement>(fieldSelector)
  const target = (dialog.contains(named) && named) || field || dialog
  target.focus({ preventScroll: true })
}

const fieldSelector = 'input:not([type=hidden]), select, textarea'

/** Where one went on to another record, or made one, its row has the focus and not what had it before; of one that has left the list, the row beside it. */
function restoreListFocus(
  row: number | undefined,
  first: number | undefined,
  beside: Element | null | undefined,
): void {
  const isKept = document.activeElement !== document.body
  const own = findRowLink(findRow(row))
  if (isKept && (row === first || !own)) return
  focusTargetOrHeading(own ?? findRowLink(beside), { preventScroll: row === first })
}
